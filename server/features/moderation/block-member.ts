import { lockPair } from "#server/db/lock-pair.ts";
import { deleteConversation } from "#server/features/chat/index.ts";
import { invalidateViewer } from "#server/features/profiles/index.ts";
import { findVisibility } from "#server/features/visibility/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { deletePair } from "#server/pair-table.ts";
import { keepReportedChat } from "./keep-reported.ts";
import { insertBlock } from "./store.ts";

export type BlockContext = Pick<MemberContext, "db" | "site" | "now" | "services" | "viewer" | "emit" | "afterCommit">;

/**
 * Blocks a member (R6.07, D6.6). Deletes the conversation of the two and their rows in the tables that features declare
 * as `pairTables`, such as likes and visits, for both and for good; from now on neither can see the other. If one has
 * reported the other, a copy of the chat is kept for staff. Blocking twice changes nothing. A member may also block a
 * member they cannot see, because that member may see them.
 */
export async function blockMember(ctx: BlockContext, blocked: string): Promise<void> {
  const { db, site, now, services, viewer } = ctx;
  const blocker = viewer.memberId;
  if (blocked === blocker) throw fail("own_profile");
  await lockPair(db, blocker, blocked);
  const other = await findVisibility(db, site.id, { viewer: blocker, member: blocked });
  if (other?.status !== "active") throw fail("profile_not_found");
  if (!(await insertBlock(db, { blocker, blocked, siteId: site.id, now }))) return;
  await keepReportedChat(ctx, blocker, blocked);
  for (const table of services.pairTables) await deletePair(db, table, blocker, blocked);
  await deleteConversation(db, { blocker, blocked, now });
  ctx.afterCommit(() => invalidateViewer(blocked));
  ctx.emit(blocked, { type: "member_hidden", member: blocker });
  ctx.emit(blocker, { type: "member_hidden", member: blocked });
}
