import type { z } from "zod";
import type { swipeMember as swipeCall, undoSwipe as undoCall } from "#contract/swipe.ts";
import { type Lockable, lockPair } from "#server/db/locks.ts";
import { likeMember, takeLikeBack } from "#server/features/likes/index.ts";
import { loadDeckCards } from "#server/features/profiles/index.ts";
import { requireVisible } from "#server/features/visibility/index.ts";
import { timeZoneOf } from "#server/http/cookies.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { likesAt } from "./rules.ts";
import { deleteSwipe, findSwipe, findSwipeState, lockLikes, saveLikes, saveSwipe } from "./swipes-store.ts";

type Swiped = z.input<typeof swipeCall.answer>;

/**
 * A new like spends one of the day's likes, which are locked first, so that two tabs never spend the same one; a like
 * that existed is free. A repeated swipe changes nothing, except that a like replaces a pass.
 */
export async function swipeMember(
  ctx: Mutating<MemberContext>,
  { id, like }: z.output<typeof swipeCall.body>,
): Promise<Swiped> {
  const { db, site, now } = ctx;
  const me = ctx.viewer.memberId;
  if (id === me) throw fail("own_profile");
  const { db: locked, spent } = await lockLikes(db, me, site.id);
  const likes = likesAt(spent, now, timeZoneOf(ctx));
  const { match, isNew, pair, toProgram } = like
    ? await likeMember({ ...ctx, db: locked }, me, id)
    : await passMember(locked, site.id, me, id);
  // each failure rolls the transaction back, and so the like; an old page may still show a program (R11.06)
  if (toProgram) throw fail("profile_not_found");
  if (isNew && likes.left === 0) throw fail("swipe_likes_spent");
  const before = await findSwipe(db, me, id);
  const paidUntil = isNew ? new Date(likes.renewed_at) : null;
  if (isNew) await saveLikes(db, me, { spent: likes.per_day - likes.left + 1, renewed_at: paidUntil });
  if (before === undefined || (like && (isNew || !before.liked))) {
    await saveSwipe(pair, { from: me, to: id, siteId: site.id, liked: like, now, paidUntil, undoable: !match });
  }
  const { undoable } = await findSwipeState(db, me);
  return { match, likes: { ...likes, left: likes.left - Number(isNew) }, undoable };
}

async function passMember(db: Lockable<"pair">, siteId: number, me: string, id: string) {
  const pair = await lockPair(db, me, id);
  await requireVisible(pair, siteId, me, id);
  return { match: false, isNew: false, pair, toProgram: false };
}

/** Once (D5.2). A like that the swipe created is deleted, and free again on the same day; an older like stays. */
export async function undoSwipe(
  ctx: Mutating<MemberContext>,
  { id }: z.output<typeof undoCall.body>,
): Promise<z.input<typeof undoCall.answer>> {
  const { db, site, now } = ctx;
  const me = ctx.viewer.memberId;
  const { db: locked, spent } = await lockLikes(db, me, site.id);
  const swipe = await findSwipe(db, me, id);
  if (!swipe?.undoable) throw fail("swipe_not_last");
  if (swipe.paid_until !== null && !(await takeLikeBack(locked, me, id))) throw fail("swipe_is_match");
  // a like that was spent on an earlier day does not add to today's
  const isThisDay = swipe.paid_until !== null && swipe.paid_until.getTime() === spent.renewed_at?.getTime();
  const after = isThisDay ? { ...spent, spent: spent.spent - 1 } : spent;
  if (isThisDay) await saveLikes(db, me, after);
  await deleteSwipe(db, me, id);
  const [member] = await loadDeckCards(ctx, [id]);
  return { member: member ?? null, likes: likesAt(after, now, timeZoneOf(ctx)) };
}
