import { defineFeature } from "#server/feature.ts";
import { moneyRoutes } from "./routes.ts";
import { serveReceiptsCsv } from "./serve-csv.ts";

export const money = defineFeature({ routes: moneyRoutes, endpoints: [serveReceiptsCsv] });
