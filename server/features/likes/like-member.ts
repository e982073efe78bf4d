import type { Lockable } from "#server/db/locks.ts";
import type { Emit } from "#server/emit.ts";
import { notify } from "#server/features/notifications/index.ts";
import { requireMutual } from "#server/features/visibility/index.ts";
import type { Site } from "#server/site.ts";
import { insertLike, insertMatch, likeExists, markLikeSeen } from "./likes-store.ts";
import { likeNotice, matchNotice } from "./news.ts";

export type LikeContext = {
  db: Lockable<"pair">;
  site: Pick<Site, "id">;
  now: Date;
  emit: Emit;
};

/**
 * R1.03, D5.1. A second like changes nothing: not `isNew`. A match is created exactly once and published to both. Runs
 * in the caller's transaction.
 */
export async function likeMember({ db, site, now, emit }: LikeContext, from: string, to: string) {
  const { me, other, isSeen, pair } = await requireMutual(db, site.id, from, to, { approaches: "first" });
  const like = { from, to, siteId: site.id, now };
  const isNew = await insertLike(pair, like);
  const match = await likeExists(db, to, from);
  // liking back counts as having seen the like
  if (match) await markLikeSeen(db, to, from);
  const isNewMatch = match && (await insertMatch(pair, like));
  // a like of an unconfirmed member is published on confirmation
  const isNewLike = isNew && !match && isSeen;
  const notice = { memberId: to, from, siteId: site.id, now };
  if (isNewMatch) await notify(db, matchNotice, notice);
  else if (isNewLike) await notify(db, likeNotice, notice);
  if (isNewLike) emit(to, { type: "like", from, name: me.name });
  if (isNewMatch) {
    emit(to, { type: "match", with: from, name: me.name });
    emit(from, { type: "match", with: to, name: other.name });
  }
  return { match, isNew, pair, toProgram: other.fictional || other.automatic };
}
