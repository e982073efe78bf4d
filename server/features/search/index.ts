import { defineFeature } from "#server/feature.ts";
import { matchFinderRoutes } from "./match-finder/routes.ts";
import { sendSuggestions } from "./match-finder/send-suggestions.ts";
import { membersRoutes } from "./routes.ts";
import { memberData as swipeData } from "./swipe/member-data.ts";
import { swipeRoutes } from "./swipe/routes.ts";

export { deleteSwipesBetween } from "./swipe/store.ts";

export const search = defineFeature({
  routes: [...membersRoutes, ...matchFinderRoutes, ...swipeRoutes],
  jobs: [sendSuggestions],
  memberData: swipeData,
});
