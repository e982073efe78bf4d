import { defineFeature } from "#server/feature.ts";
import { type MemberData, memberTable, seenByOther } from "#server/member-data.ts";
import { pairTable } from "#server/pair-table.ts";
import { likeNotice, matchNotice } from "./news.ts";
import { likesRoutes } from "./routes.ts";

export { likeMember } from "./like-member.ts";
export { selectNewLikers } from "./likes-store.ts";
export { publishLikes } from "./publish-likes.ts";
export { takeLikeBack } from "./take-like-back.ts";
export { recordVisit } from "./visitors/record-visit.ts";
export { selectNewVisitors } from "./visitors/store.ts";

/** What the tables of this area hold about a member, besides its `pairTables`. */
const memberData: readonly MemberData[] = [
  memberTable("introductions", "member_id", {
    part: "introduced_to_you",
    memberIdColumns: ["introduced_id"],
    orderBy: "day",
  }),
  memberTable("introductions", "introduced_id", {
    part: "introduced_to_others",
    memberIdColumns: ["member_id"],
    orderBy: "day",
  }),
];

export const likes = defineFeature({
  routes: likesRoutes,
  memberData,
  pairTables: [
    pairTable("likes", ["from_id", "to_id"], {
      inListsOf: ["from_id", "to_id"],
      parts: { from_id: { part: "likes_given", withheld: { seen: seenByOther } }, to_id: { part: "likes_received" } },
      orderBy: "created_at",
    }),
    // both have likes
    pairTable("matches", ["a_id", "b_id"], { inListsOf: [], parts: { both: "matches" }, orderBy: "created_at" }),
  ],
  notices: [likeNotice, matchNotice],
});
