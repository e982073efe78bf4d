import { welcomeCode, welcomePercentage, welcomeWindowSeconds } from "#contract/discounts.ts";
import type { Db } from "#server/db/pool.ts";
import { insertCode } from "./codes-store.ts";
import { type Market, saveMarkets } from "./markets.ts";

const sizes = [10, 25, 60, 150] as const;

type Price = number;
type Prices = readonly [Price, Price, Price, Price];

/** Minor units, VAT included, one price per size. The prices are round ones of each currency, not converted. */
const prices = {
  EUR: [995, 2245, 4795, 10495],
  DKK: [7500, 16900, 35900, 78900],
  SEK: [10900, 24900, 52900, 115900],
  NOK: [11500, 25900, 54900, 119900],
  PLN: [4299, 9699, 20699, 45299],
  GBP: [849, 1899, 4099, 8999],
  CHF: [990, 2190, 4690, 10290],
} as const satisfies Record<string, Prices>;

type Sold = { country: string | null; currency: keyof typeof prices; vat_percent: number };

/** The country whose VAT those without bundles of their own get. */
const seat = "NL";

/** The standard VAT of the buyer's country; in all other countries (`null`) that of the Netherlands. */
const sold: readonly Sold[] = [
  { country: null, currency: "EUR", vat_percent: 21 },
  { country: "AT", currency: "EUR", vat_percent: 20 },
  { country: "BE", currency: "EUR", vat_percent: 21 },
  { country: "DE", currency: "EUR", vat_percent: 19 },
  { country: "ES", currency: "EUR", vat_percent: 21 },
  { country: "FI", currency: "EUR", vat_percent: 25.5 },
  { country: "FR", currency: "EUR", vat_percent: 20 },
  { country: "IE", currency: "EUR", vat_percent: 23 },
  { country: "IT", currency: "EUR", vat_percent: 22 },
  { country: "LU", currency: "EUR", vat_percent: 17 },
  { country: "CH", currency: "CHF", vat_percent: 8.1 },
  { country: "DK", currency: "DKK", vat_percent: 25 },
  { country: "GB", currency: "GBP", vat_percent: 20 },
  { country: "NO", currency: "NOK", vat_percent: 25 },
  { country: "PL", currency: "PLN", vat_percent: 23 },
  { country: "SE", currency: "SEK", vat_percent: 25 },
];

/** The usual VAT of a buyer's country; undefined if we sell nothing there by default. */
export const usualVat = (country: string): number | undefined =>
  sold.find((each) => (each.country ?? seat) === country)?.vat_percent;

/** The smallest price of the usual bundles of a currency, in minor units. */
export function usualLowest(currency: string): number | undefined {
  const usual = new Map<string, Prices>(Object.entries(prices)).get(currency);
  return usual && Math.min(...usual);
}

/** The usual bundles for a site with these countries: those of each, and those without a country. */
export function standardMarkets(countries: readonly string[]): Market[] {
  return sold
    .filter(({ country }) => country === null || countries.includes(country))
    .map((market) => ({
      ...market,
      prices: Object.fromEntries(sizes.map((credits, size) => [credits, prices[market.currency][size] ?? 0])),
    }));
}

/** Gives a new site the bundles of all countries. Call it once per site. */
export async function seedBundles(db: Db, siteId: number): Promise<void> {
  await saveMarkets(db, siteId, standardMarkets(sold.flatMap(({ country }) => country ?? [])));
}

/** Gives a new site the welcome code. A second call changes nothing. */
export async function seedCodes(db: Db, siteId: number, now: Date): Promise<void> {
  await insertCode(db, {
    site_id: siteId,
    code: welcomeCode,
    percentage: welcomePercentage,
    validity: "once-per-user",
    first_purchase: true,
    window_seconds: welcomeWindowSeconds,
    created_at: now,
  });
}
