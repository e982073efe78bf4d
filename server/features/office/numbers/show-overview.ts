import type { AnswerOf, InputOf } from "#contract/call.ts";
import type { getOverview, OverviewRow } from "#contract/overview.ts";
import type { Db } from "#server/db/pool.ts";
import { inSnapshot } from "#server/db/transaction.ts";
import { findResults } from "#server/features/advertising/index.ts";
import { listSites } from "#server/features/sites/index.ts";
import { type Period, sumRevenue } from "../money/books-store.ts";
import { readPeriod } from "../money/rules.ts";
import { countActive } from "./numbers-store.ts";
import { sumChargebacks } from "./overview-store.ts";

/** How long one statement may take before it is cancelled. */
const timeoutMs = 30_000;

async function sumMoney(db: Db, period: Period): Promise<OverviewRow["money"]> {
  const revenue = await sumRevenue(db, period, "all");
  const lost = await sumChargebacks(db, period);
  const currencies = [...new Set([...revenue, ...lost].map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const { paid = 0, back = 0 } = revenue.find((each) => each.currency === currency) ?? {};
    const { chargebacks = 0, charged_back = 0 } = lost.find((each) => each.currency === currency) ?? {};
    return { currency, paid, back, chargebacks, charged_back };
  });
}

/** Each site with its sums, in one snapshot, by one connection. */
export async function showOverview(
  db: Db,
  query: InputOf<typeof getOverview>["query"],
  now: Date,
): Promise<AnswerOf<typeof getOverview>> {
  const { first, last, from, until } = readPeriod(query ?? {}, now);
  return await inSnapshot(
    db,
    async (trx) => {
      const sites: OverviewRow[] = [];
      for (const { id, key: site, settings } of await listSites(trx)) {
        const [results] = await findResults(trx, { siteId: id, from: first, to: last }, []);
        const { visits = 0, signups = 0, confirmations = 0, purchases = 0 } = results ?? {};
        const { month: active } = await countActive(trx, [id], now);
        const money = await sumMoney(trx, { siteIds: [id], from, until });
        sites.push({ site, name: settings.name, visits, signups, confirmations, purchases, active, money });
      }
      return { from: first, to: last, sites };
    },
    timeoutMs,
  );
}
