import { defineFeature } from "#server/feature.ts";
import { memberTable, technical } from "#server/member-data.ts";
import { pairTable } from "#server/pair-table.ts";
import { sendSuggestions } from "./match-finder/send-suggestions.ts";
import { searchRoutes } from "./routes.ts";

export const search = defineFeature({
  routes: searchRoutes,
  jobs: [sendSuggestions],
  memberData: [memberTable("swipe_likes", "member_id")],
  pairTables: [
    pairTable("swipes", ["from_id", "to_id"], {
      // a pass is never shown to the member who was passed; a like is among the likes they received
      privateTo: "from_id",
      isUnlisted: true,
      withheld: { paid_until: "the same for all likes of a day: `swipe_likes`", undoable: technical },
      orderBy: "created_at",
    }),
  ],
});
