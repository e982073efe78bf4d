import { defineFeature } from "#server/feature.ts";
import { matchFinderRoutes } from "./routes.ts";
import { sendSuggestions } from "./send-suggestions.ts";

export const matchFinder = defineFeature({
  routes: matchFinderRoutes,
  jobs: [sendSuggestions],
});
