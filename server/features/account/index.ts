import { defineFeature } from "#server/feature.ts";
import { memberData } from "./member-data.ts";
import { accountRoutes } from "./routes.ts";
import { presentUser } from "./show-user.ts";

export { banAddress } from "./ban-address.ts";
export { createFictionalAccount } from "./create-fictional-account.ts";
export { markDeleted, markRestored } from "./deletion-store.ts";
export { recordFirstPurchase } from "./record-step.ts";
export { markPaid } from "./store.ts";

export const account = defineFeature({
  routes: accountRoutes,
  memberData,
  hooks: { presentUser },
});
