import { type NewsSource, newsWithoutDetail } from "#server/hooks.ts";
import { findMatchesAmong, findUnseenLikesAmong } from "./store.ts";

/** A like is news until the member looks at it, a match as long as it exists (D9.1). */
export const likesNews: readonly NewsSource[] = [
  {
    kind: "like",
    find: async (db, memberId, fromIds) => newsWithoutDetail(await findUnseenLikesAmong(db, memberId, fromIds)),
  },
  {
    kind: "match",
    find: async (db, memberId, withIds) => newsWithoutDetail(await findMatchesAmong(db, memberId, withIds)),
  },
];
