import { type NoticeDefinition, newsWithoutDetail } from "#server/notice.ts";
import { unseenVisitsAmong } from "./store.ts";

/** A visit is news until the member's list of visitors has shown it (D9.1). */
export const visitNotice: NoticeDefinition = {
  kind: "visitor",
  path: () => "/visitors",
  listPath: "/visitors",
  isSentAgain: false,
  isNamed: false,
  isSeenInPage: false,
  isGrouped: true,
  pace: "daily",
  isUrgent: false,
  alsoInvented: false,
  find: async (db, memberId, fromIds) => newsWithoutDetail(await unseenVisitsAmong(db, memberId, fromIds)),
};
