import type { NewsSource } from "#server/hooks.ts";
import { unseenVisitsAmong } from "./store.ts";

/** A visit is news until the member's list of visitors has shown it (D9.1). */
export const visitsNews: NewsSource = {
  kind: "visitor",
  async find(db, memberId, fromIds) {
    const ids = await unseenVisitsAmong(db, memberId, fromIds);
    return new Map([...ids].map((id) => [id, { conversationId: null, author: "member" as const }]));
  },
};
