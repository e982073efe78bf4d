import { lockPair } from "#server/db/lock-pair.ts";
import { dropConversation } from "#server/features/chat/drop-conversation.ts";
import { dropLikes } from "#server/features/likes/drop-likes.ts";
import { forgetViewer } from "#server/features/profiles/known-viewer.ts";
import { findSight } from "#server/features/profiles/sight.ts";
import { dropVisits } from "#server/features/visitors/drop-visits.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { keepReportedChat } from "./keep-reported-chat.ts";
import { insertBlock } from "./store.ts";

export type BlockContext = Pick<MemberContext, "db" | "site" | "now" | "platform" | "viewer" | "afterCommit">;

/**
 * Blocks a member (R6.07, D6.6): their likes, their match and their conversation are deleted, for both and for good, and
 * from now on neither is there for the other. Where one of them has reported the other, staff keep a copy of the chat for a while. Blocking twice changes nothing. Whoever can't be seen can be blocked too,
 * as they may see the one who blocks. Throws `own_profile`, `profile_not_found`.
 */
export async function blockMember(ctx: BlockContext, blocked: string): Promise<void> {
  const { db, site, now, platform, viewer } = ctx;
  const blocker = viewer.memberId;
  if (blocked === blocker) throw fail("own_profile");
  await lockPair(db, blocker, blocked);
  const other = await findSight(db, site.id, blocker, blocked);
  if (other?.status !== "active") throw fail("profile_not_found");
  if (!(await insertBlock(db, { blocker, blocked, siteId: site.id, now }))) return;
  await keepReportedChat(db, blocker, blocked, now);
  await dropLikes(db, blocker, blocked);
  await dropVisits(db, blocker, blocked);
  await dropConversation(db, blocker, blocked);
  ctx.afterCommit(() => {
    forgetViewer(blocked);
    platform.events.publish(blocked, { type: "gone", member: blocker });
    platform.events.publish(blocker, { type: "gone", member: blocked });
  });
}
