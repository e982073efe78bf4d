import type { Market } from "./markets.ts";
import { usualLowest, usualVat } from "./seed-sales.ts";

const marketOf = (bundles: readonly Market[], country: string) =>
  bundles.find((market) => market.country === country) ?? bundles.find((market) => market.country === null);

/** The countries that are sold to at another VAT rate than the usual one, each with both. */
export function describeUnusualVat(bundles: readonly Market[], countries: readonly string[]): string {
  const unusual = countries.flatMap((country) => {
    const [rate, usual] = [marketOf(bundles, country)?.vat_percent, usualVat(country)];
    return rate === undefined || usual === undefined || rate === usual ? [] : `${country} ${rate} % (${usual} %)`;
  });
  return unusual.join(", ");
}

function formatMinor(minor: number, currency: string): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "code" });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  // a terminal's reader searches for a plain space
  return format.format(minor / 10 ** digits).replaceAll("\u00a0", " ");
}

/** Below this share of our smallest usual price, a price in whole units was probably meant. */
const tiny = 1 / 5;

/** The lowest price of a site in words, if it is tiny; else empty. */
export function describeTinyPrice(bundles: readonly Market[]): string {
  const all = bundles.flatMap(({ currency, prices }) =>
    Object.entries(prices).map(([credits, price]) => {
      return { currency, credits, price, share: price / (usualLowest(currency) ?? usualLowest("EUR") ?? 1) };
    }),
  );
  const [lowest] = all.toSorted((a, b) => a.share - b.share);
  if (!lowest || lowest.share >= tiny) return "";
  return `${lowest.credits} credits cost ${formatMinor(lowest.price, lowest.currency)}`;
}
