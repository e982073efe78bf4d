import { defineFeature } from "#server/feature.ts";
import { matchFinderRoutes } from "./routes.ts";

export const matchFinder = defineFeature({
  routes: matchFinderRoutes,
});
