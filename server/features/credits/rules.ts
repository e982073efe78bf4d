import type { Bundle } from "#contract/credits.ts";
import type { BundleRow } from "#server/features/sites/index.ts";
import { vatOf } from "#server/lib/vat.ts";

/** A bundle needs at least this many buyers to be shown as "most chosen". */
const fewestBuyers = 20;

/** What a message costs with a bundle, in minor units, rounded up: it never costs more than shown. */
export function pricePerMessage(bundle: Pick<BundleRow, "price_minor" | "credits">, messageCredits: number): number {
  return Math.ceil((bundle.price_minor * messageCredits) / bundle.credits);
}

/** The bundles of a country, smallest first: its own, or those without a country if it has none. */
export function bundlesFor<Row extends Pick<BundleRow, "country" | "credits">>(
  rows: readonly Row[],
  country: string | null,
): Row[] {
  const own = rows.filter((row) => row.country === country);
  const offered = own.length > 0 ? own : rows.filter((row) => row.country === null);
  return offered.toSorted((a, b) => a.credits - b.credits);
}

/** The bundle that more buyers chose than any other of its country; undefined if too few bought. */
export function findMostChosen(rows: readonly Pick<BundleRow, "id" | "chosen">[]): string | undefined {
  const [first, second] = rows.toSorted((a, b) => b.chosen - a.chosen);
  const isAhead = first !== undefined && first.chosen >= fewestBuyers && first.chosen > (second?.chosen ?? 0);
  return isAhead ? first.id : undefined;
}

/** Bundles as a buyer sees them who owes `debt` credits. If messages are free, a credit counts as a message. */
export function showBundles(
  rows: readonly BundleRow[],
  { messageCredits, debt }: { messageCredits: number; debt: number },
  priceOf: (row: BundleRow) => number,
): Bundle[] {
  const mostChosenId = findMostChosen(rows);
  return rows.map((row) => {
    const price = priceOf(row);
    return {
      id: row.id,
      credits: row.credits,
      price,
      list_price: row.price_minor,
      currency: row.currency,
      vat_percent: row.vat_percent,
      vat: vatOf(price, row.vat_percent),
      price_per_message: pricePerMessage({ price_minor: price, credits: row.credits }, messageCredits),
      messages: Math.floor(Math.max(0, row.credits - debt) / Math.max(1, messageCredits)),
      most_chosen: row.id === mostChosenId,
    };
  });
}

/** What a message costs with the cheapest bundle (`costs`) and with the most expensive one (`most`). */
type CostRange = { costs: number; most: number };
/** What a message costs in a country, and what it costs with the welcome discount. */
export type MessageCosts = CostRange & {
  currency: string;
  smallest: { credits: number; price: number };
  welcome: CostRange & { smallest_price: number };
};

const widenRange = (range: CostRange | undefined, price: number): CostRange => ({
  costs: Math.min(range?.costs ?? price, price),
  most: Math.max(range?.most ?? price, price),
});

/** The cost of a message and the smallest bundle, by country; `welcomePrice`: a bundle's with that discount. */
export function messageCosts(
  rows: readonly BundleRow[],
  countries: readonly string[],
  messageCredits: number,
  welcomePrice: (row: BundleRow) => number,
): Record<string, MessageCosts> {
  const allCountries = new Set([...countries, ...rows.flatMap((row) => row.country ?? [])]);
  const costs: Record<string, MessageCosts> = {};
  for (const country of allCountries) {
    for (const row of bundlesFor(rows, country)) {
      const range = costs[country];
      const price = pricePerMessage(row, messageCredits);
      const welcome = pricePerMessage({ price_minor: welcomePrice(row), credits: row.credits }, messageCredits);
      costs[country] = {
        ...widenRange(range, price),
        currency: range?.currency ?? row.currency,
        // the smallest comes first
        smallest: range?.smallest ?? { credits: row.credits, price: row.price_minor },
        welcome: {
          ...widenRange(range?.welcome, welcome),
          smallest_price: range?.welcome.smallest_price ?? welcomePrice(row),
        },
      };
    }
  }
  return costs;
}
