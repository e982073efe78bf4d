import { defineFeature } from "#server/feature.ts";
import { discountsRoutes } from "./discounts/routes.ts";
import { reconcileLedger } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { creditsRoutes } from "./routes.ts";
import { transactionsRoutes } from "./transactions/routes.ts";

export { balanceOf } from "./balance-of.ts";
export { book } from "./book.ts";
export { freeDiscount, reserveDiscount, spendDiscount } from "./discounts/reserve-discount.ts";
export { validateForPurchase } from "./discounts/rules.ts";
export { anonymiseUses } from "./discounts/store.ts";
export { reconcileLedger } from "./jobs.ts";
export { minimumMessageCosts } from "./message-costs.ts";
export { type Offer, offerBundles, priceWith } from "./offer-bundles.ts";
export { findUnbalanced, insertWallet, lockWallet } from "./store.ts";
export { addCredits, giveAllBack, giveBack, takeBack } from "./take-back.ts";

export const credits = defineFeature({
  routes: [...discountsRoutes, ...creditsRoutes, ...transactionsRoutes],
  memberData,
  jobs: [reconcileLedger],
});
