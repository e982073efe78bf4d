import { defineFeature } from "#server/feature.ts";
import { purgeBounces } from "./jobs.ts";
import { pageVisitsRoutes } from "./routes.ts";

export { findBounces } from "./store.ts";

export const pageVisits = defineFeature({ routes: pageVisitsRoutes, jobs: [purgeBounces] });
