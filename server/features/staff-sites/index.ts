import { defineFeature } from "#server/feature.ts";
import { staffSitesRoutes } from "./routes.ts";

export const staffSites = defineFeature({ routes: staffSitesRoutes });
