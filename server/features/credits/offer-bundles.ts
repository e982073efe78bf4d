import { welcomeCode } from "#contract/discounts.ts";
import { eeaCountries } from "#contract/eea.ts";
import type { Db } from "#server/db/pool.ts";
import { type BundleRow, listBundles, listBundlesOf } from "#server/features/sites/index.ts";
import { failFields } from "#server/http/fail.ts";
import { cachePerDatabase, createReadCache } from "#server/lib/timed-cache.ts";
import type { Site } from "#server/site.ts";
import { type Discount, findDiscount } from "./discounts/find-discount.ts";
import { discountedPrice, validateForPurchase } from "./discounts/rules.ts";
import { type DiscountRow, findCode } from "./discounts/store.ts";
import { bundlesFor, messageCosts } from "./rules.ts";
import { findCountry } from "./wallets-store.ts";

export type Offer = {
  country: string | null;
  /** Smallest first. */
  bundles: BundleRow[];
  /** The discount in the prices; undefined: none. */
  discount: Discount | undefined;
};

type OfferInput = { site: Pick<Site, "id" | "phone">; memberId: string | null; code?: string | undefined; now: Date };

/** The bundles of the profile's country, or `fallback`, with the discount of `code`, or the welcome discount. */
export async function offerBundles(db: Db, input: OfferInput, fallback: string | null = null): Promise<Offer> {
  const { site, memberId } = input;
  const ownCountry = memberId === null ? null : await findCountry(db, memberId);
  const country = ownCountry ?? fallback;
  const [rows, discount] = await Promise.all([listBundlesOf(db, site.id, country), findDiscountFor(db, input)]);
  // a phone number before the order is demanded by Directive 2011/83, Article 6(1)(c)
  const sells = site.phone !== "" || country === null || !eeaCountries.includes(country);
  return { country, bundles: sells ? bundlesFor(rows, country) : [], discount };
}

async function findDiscountFor(db: Db, { site, memberId, code, now }: OfferInput): Promise<Discount | undefined> {
  if (memberId === null) {
    if (code !== undefined) throw failFields({ code: "discount_not_found" });
    return undefined;
  }
  const discount = await findDiscount(db, { siteId: site.id, memberId, code: code ?? welcomeCode, now });
  if (typeof discount !== "string") return discount;
  if (code !== undefined) throw failFields({ code: discount });
  return undefined;
}

/** A bundle's price with a discount, minor units; the list price if the discount is not valid for it. */
export function priceWith(
  discount: Pick<Discount, "code"> | undefined,
  bundle: BundleRow,
  method: string | null = null,
): number {
  const price = bundle.price_minor;
  if (!discount || validateForPurchase(discount.code, { price, currency: bundle.currency, method }) !== undefined) {
    return price;
  }
  return discountedPrice(discount.code, price);
}

type Prices = { rows: BundleRow[]; welcome: DiscountRow | undefined };

const cacheOf = cachePerDatabase(() => createReadCache<Prices>({ max: 1_000, ttlMs: 5_000 }));

async function findPrices(db: Db, siteId: number): Promise<Prices> {
  const [rows, welcome] = await Promise.all([listBundles(db, siteId), findCode(db, siteId, welcomeCode)]);
  return { rows, welcome };
}

/** The lowest and highest cost of a message by country; none while sales are off. Cached for five seconds. */
export async function minimumMessageCosts(db: Db, site: Site, now: Date) {
  const { rows, welcome } = await cacheOf(db).get(site.id, now, () => findPrices(db, site.id));
  const discount = welcome && { code: welcome };
  const { countries, message_credits: messageCredits, sales } = site.settings;
  return messageCosts(sales === "on" ? rows : [], countries, messageCredits, (row) => priceWith(discount, row));
}
