import type { NewsSource } from "#server/hooks.ts";
import { matchesAmong, unseenLikesAmong } from "./store.ts";

const byMember = (ids: readonly string[]) =>
  new Map(ids.map((id) => [id, { conversationId: null, author: "member" as const }]));

/** A like is news until the member looks at it, a match as long as it exists (D9.1). */
export const likesNews: readonly NewsSource[] = [
  { kind: "like", find: async (db, memberId, fromIds) => byMember(await unseenLikesAmong(db, memberId, fromIds)) },
  { kind: "match", find: async (db, memberId, withIds) => byMember(await matchesAmong(db, memberId, withIds)) },
];
