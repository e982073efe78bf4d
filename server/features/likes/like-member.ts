import type { Db } from "#server/db/pool.ts";
import { findParty } from "#server/features/profiles/find-party.ts";
import { fail } from "#server/http/fail.ts";
import type { Platform, Site } from "#server/platform.ts";
import { insertLike, insertMatch, likeExists, lockPair, markSeen } from "./store.ts";

export type LikeContext = {
  db: Db;
  site: Pick<Site, "id">;
  now: Date;
  platform: Pick<Platform, "events">;
  afterCommit(run: () => void): void;
};

/**
 * Likes a member (R1.03, D5.1). Liking twice changes nothing; a like that is returned is a match, made exactly once
 * and told to both. Runs in the caller's transaction. Throws `own_profile`, `profile_not_found`.
 */
export async function likeMember(
  ctx: LikeContext,
  from: string,
  to: string,
): Promise<{ liked: boolean; match: boolean }> {
  const { db, site, now, platform } = ctx;
  if (from === to) throw fail("own_profile");
  const [me, other] = await Promise.all([findParty(db, site.id, from), findParty(db, site.id, to)]);
  if (!me || !other?.listed) throw fail("profile_not_found");
  await lockPair(db, from, to);
  const isNew = await insertLike(db, { from, to, siteId: site.id, now });
  const match = await likeExists(db, to, from);
  // who answers a like has looked at it
  if (match) await markSeen(db, to, from);
  const isNewMatch = match && (await insertMatch(db, from, to, site.id, now));
  ctx.afterCommit(() => {
    // a like of somebody who can't be found yet waits for their confirmation
    if (isNew && !match && me.listed) platform.events.publish(to, { type: "like", from, name: me.name });
    if (!isNewMatch) return;
    platform.events.publish(to, { type: "match", with: from, name: me.name });
    platform.events.publish(from, { type: "match", with: to, name: other.name });
  });
  return { liked: true, match };
}
