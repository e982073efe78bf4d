import { costOfCredits } from "#contract/cost-of-credits.ts";
import type { Bundle } from "#contract/credits.ts";
import type { BundleRow } from "#server/features/sites/index.ts";
import { vatOf } from "#server/lib/vat.ts";

/** A bundle needs at least this many buyers to be shown as "most chosen". */
const fewestBuyers = 20;

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
      price_per_message: costOfCredits({ price, credits: row.credits }, messageCredits),
      messages: Math.floor(Math.max(0, row.credits - debt) / Math.max(1, messageCredits)),
      most_chosen: row.id === mostChosenId,
    };
  });
}

type Priced = { credits: number; price: number };
/** What a message costs with the cheapest bundle (`costs`) and with the most expensive one (`most`), and these two. */
type CostRange = { costs: number; most: number; cheapest: Priced; dearest: Priced };
/** What a message costs in a country, and what it costs with the welcome discount. */
export type MessageCosts = CostRange & {
  currency: string;
  smallest: Priced;
  welcome: CostRange & { smallest_price: number };
};

function costRange(bundles: readonly [Priced, ...Priced[]], messageCredits: number): CostRange {
  const byPrice = bundles.toSorted((a, b) => a.price * b.credits - b.price * a.credits);
  const [cheapest = bundles[0], dearest = bundles[0]] = [byPrice[0], byPrice.at(-1)];
  const cost = (bundle: Priced) => costOfCredits(bundle, messageCredits);
  return { costs: cost(cheapest), most: cost(dearest), cheapest, dearest };
}

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
    // the smallest comes first
    const [first, ...others] = bundlesFor(rows, country);
    if (first === undefined) continue;
    const priced = (priceOf: (row: BundleRow) => number) => {
      const of = (row: BundleRow): Priced => ({ credits: row.credits, price: priceOf(row) });
      return [of(first), ...others.map(of)] as const;
    };
    const [regular, welcome] = [priced((row) => row.price_minor), priced(welcomePrice)];
    costs[country] = {
      ...costRange(regular, messageCredits),
      currency: first.currency,
      smallest: regular[0],
      welcome: { ...costRange(welcome, messageCredits), smallest_price: welcome[0].price },
    };
  }
  return costs;
}
