import { defineFeature } from "#server/feature.ts";
import { reconcileLedger } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { creditsRoutes } from "./routes.ts";

export { balanceOf } from "./balance-of.ts";
export { book } from "./book.ts";
export { reconcileLedger } from "./jobs.ts";
export { type Market, marketsOf, saveMarkets } from "./markets.ts";
export { minimumMessageCosts } from "./message-costs.ts";
export { type Offer, offerBundles, priceWith } from "./offer-bundles.ts";
export { vatOf } from "./rules.ts";
export { seedBundles, standardMarkets } from "./seed-bundles.ts";
export { insertWallet, lockWallet, setChosen } from "./store.ts";
export { addCredits, takeBack } from "./take-back.ts";

export const credits = defineFeature({
  routes: creditsRoutes,
  jobs: [reconcileLedger],
  memberData,
});
