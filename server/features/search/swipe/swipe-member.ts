import type { z } from "zod";
import type { swipeMember as swipeCall } from "#contract/swipe.ts";
import { lockPair } from "#server/db/lock-pair.ts";
import { likeMember } from "#server/features/likes/index.ts";
import { requireVisible } from "#server/features/visibility/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { likesAt } from "./rules.ts";
import { findSwipe, findSwipeState, lockLikes, saveLikes, saveSwipe } from "./store.ts";
import { timeZoneOf } from "./time-zone.ts";

type Swiped = z.input<typeof swipeCall.answer>;

/**
 * Likes or passes a member (D5.2). A new like spends one of the day's likes; a like that already existed is free. The
 * day's likes are locked first, so that two tabs never spend the same one. A repeated swipe changes nothing, except
 * that a like replaces a pass. Throws `own_profile`, `profile_not_found`, `blocked_by_you`,
 * `swipe_likes_spent`.
 */
export async function swipeMember(ctx: MemberContext, { id, like }: z.output<typeof swipeCall.body>): Promise<Swiped> {
  const { db, site, now } = ctx;
  const me = ctx.viewer.memberId;
  if (id === me) throw fail("own_profile");
  const likes = likesAt(await lockLikes(db, me, site.id), now, timeZoneOf(ctx));
  const { match, isNew } = like ? await likeMember(ctx, me, id) : { match: false, isNew: false };
  if (!like) {
    // blocking a member takes the same lock before it deletes their swipes
    await lockPair(db, me, id);
    await requireVisible(db, site.id, me, id);
  }
  // the failure rolls the transaction back, and so the like
  if (isNew && likes.left === 0) throw fail("swipe_likes_spent");
  const before = await findSwipe(db, me, id);
  const paidUntil = isNew ? new Date(likes.renewed_at) : null;
  if (isNew) await saveLikes(db, me, { spent: likes.per_day - likes.left + 1, renewed_at: paidUntil });
  if (before === undefined || (like && (isNew || !before.liked))) {
    await saveSwipe(db, { from: me, to: id, siteId: site.id, liked: like, now, paidUntil, undoable: !match });
  }
  const { undoable } = await findSwipeState(db, me);
  return { match, likes: { ...likes, left: likes.left - Number(isNew) }, undoable };
}
