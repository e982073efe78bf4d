import { type NewsSource, newsWithoutDetail } from "#server/hooks.ts";
import { unseenVisitsAmong } from "./store.ts";

/** A visit is news until the member's list of visitors has shown it (D9.1). */
export const visitsNews: NewsSource = {
  kind: "visitor",
  find: async (db, memberId, fromIds) => newsWithoutDetail(await unseenVisitsAmong(db, memberId, fromIds)),
};
