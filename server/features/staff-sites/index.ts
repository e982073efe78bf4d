import { defineFeature } from "#server/feature.ts";
import { fillWithFictional } from "./jobs.ts";
import { staffSitesRoutes } from "./routes.ts";

export { carryOutSiteChange } from "./change-by-staff.ts";
export { carryOutCode, carryOutCodeOn } from "./codes.ts";

export const staffSites = defineFeature({ routes: staffSitesRoutes, jobs: [fillWithFictional] });
