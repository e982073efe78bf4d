import { sql } from "kysely";
import { defineFeature } from "#server/feature.ts";
import { purgeResults } from "./results.ts";
import { pageVisitsRoutes } from "./routes.ts";
import { sendPostbacks } from "./send-postbacks.ts";
import { sumConversions } from "./sum-conversions.ts";
import { sendWebhooks } from "./webhooks/send-webhooks.ts";

export { createArrivals } from "./arrive.ts";
export { findBounces, insertConversion } from "./counts-store.ts";
export { originOf } from "./origin.ts";
export { listPostbacks, resendFailed } from "./postback-store.ts";
export { clickNetworks, recordConversion } from "./record-conversion.ts";
export { compareVariants, csvOf, firstDayShown } from "./results.ts";
export { findResults, type ResultPeriod } from "./results-store.ts";
export { createVisitCounter } from "./visit-counter.ts";

export { announce, insertTest, resendToNetwork, sendAgain } from "./webhooks/deliveries-store.ts";
export { insertEndpoint, listDeliveries, listEndpoints, revokeEndpoint } from "./webhooks/endpoints-store.ts";

export const advertising = defineFeature({
  jobs: [sendPostbacks, sendWebhooks, sumConversions, purgeResults],
  routes: pageVisitsRoutes,
  retention: [
    // as long as the results show at once
    { table: "bounces", column: "day", isDay: true, keepDays: 731 },
    { table: "postbacks", column: "created_at", keepDays: 30, where: () => sql`status <> 'waiting'` },
    { table: "webhook_deliveries", column: "created_at", keepDays: 30 },
  ],
});
