import { defineFeature } from "#server/feature.ts";
import { checkPayments } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { paymentsRoutes } from "./routes.ts";
import { anonymisePayments } from "./store.ts";

export const payments = defineFeature({
  routes: paymentsRoutes,
  jobs: [checkPayments],
  memberData,
  hooks: { accountErased: anonymisePayments },
});
