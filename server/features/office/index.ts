import { defineFeature } from "#server/feature.ts";
import { purgeClaims } from "./jobs.ts";
import { officeRoutes } from "./routes.ts";
import { serveStaffFiles } from "./serve-files.ts";

export const office = defineFeature({ routes: officeRoutes, jobs: [purgeClaims], endpoints: [serveStaffFiles] });
