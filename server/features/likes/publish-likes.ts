import type { Db } from "#server/db/pool.ts";
import { notify } from "#server/features/notifications/index.ts";
import type { LikeContext } from "./like-member.ts";
import { findUnseenLikedBy } from "./likes-store.ts";
import { likeNotice } from "./news.ts";

/** Those that a member gave before confirming, and notifies their recipients: until now they were hidden. */
export async function publishLikes(
  ctx: Omit<LikeContext, "db"> & { db: Db },
  memberId: string,
  name: string,
): Promise<void> {
  const { db, site, now, emit } = ctx;
  for (const to of await findUnseenLikedBy(db, memberId)) {
    await notify(db, likeNotice, { memberId: to, from: memberId, siteId: site.id, now });
    emit(to, { type: "like", from: memberId, name });
  }
}
