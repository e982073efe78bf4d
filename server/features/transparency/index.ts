import { defineFeature } from "#server/feature.ts";
import { transparencyRoutes } from "./routes.ts";
import { serveTransparencyCsv } from "./serve-csv.ts";

export const transparency = defineFeature({ routes: transparencyRoutes, endpoints: [serveTransparencyCsv] });
