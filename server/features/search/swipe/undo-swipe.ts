import type { z } from "zod";
import type { undoSwipe as undoCall } from "#contract/swipe.ts";
import { takeLikeBack } from "#server/features/likes/index.ts";
import { loadCards } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { likesAt } from "./rules.ts";
import { deleteSwipe, findSwipe, lockLikes, saveLikes } from "./store.ts";
import { timeZoneOf } from "./time-zone.ts";

/**
 * Undoes the member's last swipe, once (D5.2). If the swipe created a like, the like is deleted, and the member can
 * spend it again on the same day. A like that existed before the swipe stays. Throws `swipe_not_last`,
 * `swipe_is_match`.
 */
export async function undoSwipe(
  ctx: MemberContext,
  { id }: z.output<typeof undoCall.body>,
): Promise<z.input<typeof undoCall.answer>> {
  const { db, site, now } = ctx;
  const me = ctx.viewer.memberId;
  const spent = await lockLikes(db, me, site.id);
  const swipe = await findSwipe(db, me, id);
  if (!swipe?.undoable) throw fail("swipe_not_last");
  if (swipe.paid_until !== null && !(await takeLikeBack(db, me, id))) throw fail("swipe_is_match");
  // a like that was spent on an earlier day does not add to today's
  const isThisDay = swipe.paid_until !== null && swipe.paid_until.getTime() === spent.renewed_at?.getTime();
  const after = isThisDay ? { ...spent, spent: spent.spent - 1 } : spent;
  if (isThisDay) await saveLikes(db, me, after);
  await deleteSwipe(db, me, id);
  const [member] = await loadCards(ctx, [id]);
  return { member: member ?? null, likes: likesAt(after, now, timeZoneOf(ctx)) };
}
