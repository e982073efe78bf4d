import { type NoticeDefinition, newsWithoutDetail } from "#server/notice.ts";
import { findMatchesAmong, findUnseenLikesAmong } from "./likes-store.ts";

/** A like is news until the member looks at it. */
export const likeNotice: NoticeDefinition = {
  kind: "like",
  path: ({ fromId }) => `/likes/m/${fromId}`,
  listPath: "/likes",
  isSentAgain: false,
  isNamed: true,
  isSeenInPage: false,
  isGrouped: true,
  pace: "soon",
  isUrgent: false,
  alsoInvented: false,
  find: async (db, memberId, fromIds) => newsWithoutDetail(await findUnseenLikesAmong(db, memberId, fromIds)),
};

/** A match is news as long as it exists, and the member has not been here since. */
export const matchNotice: NoticeDefinition = {
  kind: "match",
  path: ({ fromId }) => `/members/${fromId}/chat`,
  listPath: "/likes/matches",
  isSentAgain: false,
  isNamed: true,
  isSeenInPage: true,
  isGrouped: false,
  pace: "soon",
  isUrgent: false,
  alsoInvented: false,
  find: async (db, memberId, withIds) => newsWithoutDetail(await findMatchesAmong(db, memberId, withIds)),
};
