import { defineFeature } from "#server/feature.ts";
import { type MemberData, memberTable, technical } from "#server/member-data.ts";
import { reconcileLedger } from "./reconcile-ledger.ts";
import { creditsRoutes } from "./routes.ts";

export { addCredits, balanceOf, book, giveAllBack, giveBack, takeBack } from "./book.ts";
export { findUnbalanced } from "./check-store.ts";
export { keyOfUse } from "./discounts/find-discount.ts";
export { reserveDiscount, spendDiscount } from "./discounts/reserve-discount.ts";
export { validateForPurchase } from "./discounts/rules.ts";
export { anonymiseUses, freeDiscount } from "./discounts/store.ts";
export { minimumMessageCosts, type Offer, offerBundles, priceWith } from "./offer-bundles.ts";
export { reconcileLedger } from "./reconcile-ledger.ts";
export { bundlesFor } from "./rules.ts";
export { findCountry, insertWallet, listSettled, lockWallet, returnCauses } from "./wallets-store.ts";

/** What the tables of this area hold about a member, and what of it the archive withholds. */
const memberData: readonly MemberData[] = [
  memberTable("discount_codes", "member_id", { withheld: { id: technical }, orderBy: "created_at" }),
  memberTable("discount_uses", "member_id", { withheld: { use_key: technical }, orderBy: "payment_id" }),
  memberTable("wallets", "member_id", { part: "credits" }),
  memberTable("ledger", "member_id", { orderBy: "id" }),
  memberTable("debts", "member_id", { orderBy: "id" }),
];

export const credits = defineFeature({
  routes: creditsRoutes,
  memberData,
  jobs: [reconcileLedger],
});
