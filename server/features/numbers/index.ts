import { defineFeature } from "#server/feature.ts";
import { numbersRoutes } from "./routes.ts";
import { serveResultsCsv } from "./serve-results-csv.ts";

export const numbers = defineFeature({ routes: numbersRoutes, endpoints: [serveResultsCsv] });
