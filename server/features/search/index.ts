import { defineFeature } from "#server/feature.ts";
import { technical } from "#server/member-data.ts";
import { pairTable } from "#server/pair-table.ts";
import { matchFinderRoutes } from "./match-finder/routes.ts";
import { sendSuggestions } from "./match-finder/send-suggestions.ts";
import { memberData } from "./member-data.ts";
import { membersRoutes } from "./routes.ts";
import { swipeRoutes } from "./swipe/routes.ts";

export const search = defineFeature({
  routes: [...membersRoutes, ...matchFinderRoutes, ...swipeRoutes],
  jobs: [sendSuggestions],
  memberData,
  pairTables: [
    pairTable("swipes", ["from_id", "to_id"], {
      inLists: false,
      parts: {
        from_id: { withheld: { paid_until: "the same for all likes of a day: `swipe_likes`", undoable: technical } },
        // a pass is never shown to the member who was passed; a like is among the likes they received
        to_id: null,
      },
      orderBy: "created_at",
    }),
  ],
});
