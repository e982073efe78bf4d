import { defineFeature } from "#server/feature.ts";
import { membersRoutes } from "./routes.ts";

export { countFitting } from "./count-fitting.ts";
export { centre, chordLength } from "./earth.ts";
export { fits, fitsExceptGender } from "./fits.ts";
export { gatherCandidates } from "./gather-candidates.ts";
export { cellsAround, type Filter, rankByMatch, toFilter } from "./rules.ts";

export const members = defineFeature({
  routes: membersRoutes,
});
