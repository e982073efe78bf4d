import { defineFeature } from "#server/feature.ts";
import { memberData } from "./member-data.ts";
import { discountsRoutes } from "./routes.ts";
import { anonymiseUses } from "./store.ts";

export { findCodes, switchCode } from "./code-list-store.ts";
export { type Discount, findDiscount, findWelcomeCode, findWelcomeDiscount } from "./find-discount.ts";
export { freeDiscount, reserveDiscount, spendDiscount } from "./reserve-discount.ts";
export { discountedPrice, validateForPurchase } from "./rules.ts";
export { seedCodes } from "./seed-codes.ts";
export { insertCode as addCode } from "./store.ts";

export const discounts = defineFeature({
  routes: discountsRoutes,
  memberData,
  hooks: { accountErased: anonymiseUses },
});
