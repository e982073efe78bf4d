import type { Db } from "#server/db/pool.ts";
import { insertBundles, listBundles, retireBundles } from "./bundles-store.ts";

/** The bundles of one country. A null `country` means all countries without bundles of their own. */
export type Market = {
  country: string | null;
  currency: string;
  vat_percent: number;
  /** Minor units with VAT, by the number of credits. */
  prices: Record<string, number>;
};

type Row = { country: string | null; currency: string; vat_percent: number; credits: number; price_minor: number };

const rowsOf = (markets: readonly Market[]): Row[] =>
  markets.flatMap(({ prices, ...market }) =>
    Object.entries(prices).map(([credits, price_minor]) => ({ ...market, credits: Number(credits), price_minor })),
  );

const keyOf = ({ country, currency, vat_percent, credits, price_minor }: Row) =>
  JSON.stringify([country, currency, vat_percent, credits, price_minor]);

/** What a site sells: the market without a country first, then by the country's code. */
export async function marketsOf(db: Db, siteId: number): Promise<Market[]> {
  const marketsByKey = new Map<string, Market>();
  const rows = await listBundles(db, siteId);
  for (const { country, currency, vat_percent, credits, price_minor } of rows) {
    const key = JSON.stringify([country ?? "", currency, vat_percent]);
    const market = marketsByKey.get(key) ?? { country, currency, vat_percent, prices: {} };
    market.prices[credits] = price_minor;
    marketsByKey.set(key, market);
  }
  return [...marketsByKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, market]) => market);
}

/** An unchanged bundle keeps its id, so that a buyer who is looking at it can still order it; others are retired. */
export async function saveMarkets(db: Db, siteId: number, markets: readonly Market[]): Promise<void> {
  const bundlesByKey = new Map(rowsOf(markets).map((row) => [keyOf(row), row]));
  const retired: string[] = [];
  for (const { id, chosen: _chosen, ...row } of await listBundles(db, siteId)) {
    if (!bundlesByKey.delete(keyOf(row))) retired.push(id);
  }
  await retireBundles(db, retired);
  if (bundlesByKey.size > 0) await insertBundles(db, siteId, [...bundlesByKey.values()]);
}
