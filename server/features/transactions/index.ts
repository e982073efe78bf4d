import { defineFeature } from "#server/feature.ts";
import { transactionsRoutes } from "./routes.ts";

export const transactions = defineFeature({
  routes: transactionsRoutes,
});
