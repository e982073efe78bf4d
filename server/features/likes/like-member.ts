import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { Emit } from "#server/emit.ts";
import { notify } from "#server/features/notifications/index.ts";
import { requireMutual } from "#server/features/visibility/index.ts";
import type { Site } from "#server/site.ts";
import { likeNotice, matchNotice } from "./news.ts";
import { insertLike, insertMatch, likeExists, markSeen } from "./store.ts";

export type LikeContext = {
  db: Db;
  site: Pick<Site, "id">;
  now: Date;
  emit: Emit;
};

/** A second like changes nothing: not `isNew`. A match is created exactly once and published to both. */
export async function likeMember(
  ctx: LikeContext,
  from: string,
  to: string,
): Promise<{ liked: boolean; match: boolean; isNew: boolean }> {
  const { match, isNew, isNewLike, isNewMatch, me, other } = await inTransaction(ctx.db, (db) =>
    storeLike({ ...ctx, db }, from, to),
  );
  if (isNewLike) ctx.emit(to, { type: "like", from, name: me.name });
  if (isNewMatch) {
    ctx.emit(to, { type: "match", with: from, name: me.name });
    ctx.emit(from, { type: "match", with: to, name: other.name });
  }
  return { liked: true, match, isNew };
}

/** Stores the like, its match and its notice. Returns which events are to be emitted. */
async function storeLike({ db, site, now }: LikeContext, from: string, to: string) {
  const { me, other, isSeen } = await requireMutual(db, site.id, from, to, { approaches: true });
  const isNew = await insertLike(db, { from, to, siteId: site.id, now });
  const match = await likeExists(db, to, from);
  // liking back counts as having seen the like
  if (match) await markSeen(db, to, from);
  const isNewMatch = match && (await insertMatch(db, from, to, site.id, now));
  // a like of an unconfirmed member is published on confirmation
  const isNewLike = isNew && !match && isSeen;
  const notice = { memberId: to, from, siteId: site.id, now };
  if (isNewMatch) await notify(db, matchNotice, notice);
  else if (isNewLike) await notify(db, likeNotice, notice);
  return { match, isNew, isNewLike, isNewMatch, me, other };
}
