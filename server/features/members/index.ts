import { defineFeature } from "#server/feature.ts";
import { membersRoutes } from "./routes.ts";

export { countFitting } from "./count-fitting.ts";
export { gatherCandidates } from "./gather-candidates.ts";
export { rankByMatch, toFilter } from "./rules.ts";

export const members = defineFeature({
  routes: membersRoutes,
});
