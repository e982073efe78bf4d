import type { Db } from "#server/db/pool.ts";
import { originOf, recordConversion } from "#server/features/advertising/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import type { StoredSite } from "#server/site.ts";
import { findTracking } from "./accounts-store.ts";

type Given = { db: Db; site: Pick<StoredSite, "id" | "settings">; now: Date };

/** Counts a confirmation for the member's traffic source, in the transaction that confirms the address. */
export async function recordConfirmation({ db, site, now }: Given, accountId: string): Promise<void> {
  const { tracking, language, sharesClick } = await findTracking(db, accountId);
  const origin = originOf(site.settings, tracking, language);
  await recordConversion({ db, site, now }, { step: "confirmation", origin, sharesClick });
}

type FirstPurchase = { memberId: string; siteId: number; amount: number; currency: string; now: Date };

/** Counts a first purchase for the member's traffic source; `amount` in minor units. */
export async function recordFirstPurchase(db: Db, purchase: FirstPurchase): Promise<void> {
  const { memberId, siteId, amount, currency, now } = purchase;
  const { tracking, language, sharesClick } = await findTracking(db, memberId);
  const { site } = await siteAndCompany(db, siteId);
  const origin = originOf(site.settings, tracking, language);
  await recordConversion({ db, site, now }, { step: "purchase", origin, sharesClick, money: { amount, currency } });
}
