import { lockPair } from "#server/db/lock-pair.ts";
import { forgetViewer } from "#server/features/profiles/index.ts";
import { findVisibility } from "#server/features/visibility/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { keepReportedChat } from "./keep-reported-chat.ts";
import { insertBlock } from "./store.ts";

export type BlockContext = Pick<MemberContext, "db" | "site" | "now" | "services" | "viewer" | "afterCommit">;

/**
 * Blocks a member (R6.07, D6.6): their likes, their match and their conversation are deleted, for both and for good, and
 * from now on neither is there for the other. Where one of them has reported the other, staff keep a copy of the chat for a while. Blocking twice changes nothing. Whoever can't be seen can be blocked too,
 * as they may see the one who blocks. Throws `own_profile`, `profile_not_found`.
 */
export async function blockMember(ctx: BlockContext, blocked: string): Promise<void> {
  const { db, site, now, services, viewer } = ctx;
  const blocker = viewer.memberId;
  if (blocked === blocker) throw fail("own_profile");
  await lockPair(db, blocker, blocked);
  const other = await findVisibility(db, site.id, blocker, blocked);
  if (other?.status !== "active") throw fail("profile_not_found");
  if (!(await insertBlock(db, { blocker, blocked, siteId: site.id, now }))) return;
  await keepReportedChat(db, blocker, blocked, now);
  await services.hooks.memberBlocked(db, blocker, blocked);
  ctx.afterCommit(() => {
    forgetViewer(blocked);
    services.events.publish(blocked, { type: "member_hidden", member: blocker });
    services.events.publish(blocker, { type: "member_hidden", member: blocked });
  });
}
