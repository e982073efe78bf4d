import { defineFeature } from "#server/feature.ts";
import { fillWithFictional } from "./jobs.ts";
import { staffSitesRoutes } from "./routes.ts";

export const staffSites = defineFeature({ routes: staffSitesRoutes, jobs: [fillWithFictional] });
