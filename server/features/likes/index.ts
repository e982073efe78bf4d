import { visitsKeptDays } from "#contract/constants.ts";
import { defineFeature } from "#server/feature.ts";
import { seenByOther } from "#server/member-data.ts";
import { pairTable } from "#server/pair-table.ts";
import { memberData } from "./member-data.ts";
import { likeNotice, matchNotice } from "./news.ts";
import { likesRoutes } from "./routes.ts";
import { visitNotice } from "./visitors/news.ts";
import { visitorsRoutes } from "./visitors/routes.ts";
import { deleteVisitsOf } from "./visitors/store.ts";

export { likeMember } from "./like-member.ts";
export { publishLikes } from "./publish-likes.ts";
export { selectNewLikers } from "./store.ts";
export { takeLikeBack } from "./take-like-back.ts";
export { recordVisit } from "./visitors/record-visit.ts";
export { selectNewVisitors } from "./visitors/store.ts";

export const likes = defineFeature({
  routes: [...likesRoutes, ...visitorsRoutes],
  memberData,
  pairTables: [
    pairTable("likes", ["from_id", "to_id"], {
      inLists: true,
      parts: { from_id: { part: "likes_given", withheld: { seen: seenByOther } }, to_id: { part: "likes_received" } },
      orderBy: "created_at",
    }),
    // both have likes
    pairTable("matches", ["a_id", "b_id"], { inLists: false, parts: { both: "matches" }, orderBy: "created_at" }),
    pairTable("visits", ["visited_id", "visitor_id"], {
      inLists: true,
      parts: {
        visited_id: { part: "visits_received" },
        visitor_id: { part: "visits_left", withheld: { seen: seenByOther } },
      },
      orderBy: "visited_on",
    }),
  ],
  notices: [likeNotice, matchNotice, visitNotice],
  hooks: {
    async memberChanged({ db }, memberId, change) {
      if (change === "visits_off") await deleteVisitsOf(db, memberId);
    },
  },
  retention: [{ table: "visits", column: "visited_on", isDay: true, keepDays: visitsKeptDays }],
});
