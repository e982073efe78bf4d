import { defineFeature } from "#server/feature.ts";
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
  pairTables: [pairTable("swipes", ["from_id", "to_id"], { inLists: false })],
});
