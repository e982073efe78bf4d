import { visitsKeptDays } from "#contract/constants.ts";
import { defineFeature } from "#server/feature.ts";
import { seenByOther } from "#server/member-data.ts";
import { pairTable } from "#server/pair-table.ts";
import { visitNotice } from "./record-visit.ts";
import { visitorsRoutes } from "./routes.ts";
import { deleteVisitsOf } from "./store.ts";

export const visitors = defineFeature({
  routes: visitorsRoutes,
  pairTables: [
    pairTable("visits", ["visited_id", "visitor_id"], {
      // the visitor may have the page open
      inListsOf: ["visited_id", "visitor_id"],
      parts: {
        visited_id: { part: "visits_received" },
        visitor_id: { part: "visits_left", withheld: { seen: seenByOther } },
      },
      orderBy: "visited_on",
    }),
  ],
  notices: [visitNotice],
  hooks: {
    async memberChanged({ db }, memberId, change) {
      if (change === "visits_off") await deleteVisitsOf(db, memberId);
    },
  },
  retention: [{ table: "visits", column: "visited_on", isDay: true, keepDays: visitsKeptDays }],
});
