import type { Bundle } from "#contract/credits.ts";

/** A bundle as stored: minor units of the currency, VAT included. */
export type BundleRow = {
  id: string;
  country: string | null;
  currency: string;
  credits: number;
  price_minor: number;
  vat_percent: number;
};

/** The VAT included in a price, to the nearest minor unit; percentages have up to one decimal (D7.2). */
export function vatOf(price: number, vatPercent: number): number {
  const tenths = Math.round(vatPercent * 10);
  return Math.round((price * tenths) / (1000 + tenths));
}

/** What a message costs with a bundle, in minor units, rounded up: it never costs more than shown (D7.2). */
export function pricePerMessage(bundle: Pick<BundleRow, "price_minor" | "credits">, messageCredits: number): number {
  return Math.ceil((bundle.price_minor * messageCredits) / bundle.credits);
}

/** The bundles of a country, smallest first: its own, or those without a country if it has none. */
export function bundlesFor<Row extends Pick<BundleRow, "country" | "credits">>(
  rows: readonly Row[],
  country: string | null,
): Row[] {
  const own = country === null ? [] : rows.filter((row) => row.country === country);
  const offered = own.length > 0 ? own : rows.filter((row) => row.country === null);
  return offered.toSorted((a, b) => a.credits - b.credits);
}

/** A bundle as its buyer sees it. A site whose messages are free counts a credit as a message. */
export function showBundle(row: BundleRow, messageCredits: number): Bundle {
  return {
    id: row.id,
    credits: row.credits,
    price: row.price_minor,
    currency: row.currency,
    vat_percent: row.vat_percent,
    vat: vatOf(row.price_minor, row.vat_percent),
    price_per_message: pricePerMessage(row, messageCredits),
    messages: Math.floor(row.credits / Math.max(1, messageCredits)),
  };
}

/** What a message costs in a country, in the bundle where it is cheapest (`costs`) and most expensive (`most`). */
export type MessageCosts = { costs: number; most: number; currency: string };

/** The lowest and highest cost of a message, by country (R9.07). */
export function messageCosts(
  rows: readonly BundleRow[],
  countries: readonly string[],
  messageCredits: number,
): Record<string, MessageCosts> {
  const all = new Set([...countries, ...rows.flatMap((row) => row.country ?? [])]);
  const found: Record<string, MessageCosts> = {};
  for (const country of [...all].sort()) {
    for (const row of bundlesFor(rows, country)) {
      const price = pricePerMessage(row, messageCredits);
      const known = found[country] ?? { costs: price, most: price, currency: row.currency };
      found[country] = { ...known, costs: Math.min(known.costs, price), most: Math.max(known.most, price) };
    }
  }
  return found;
}
