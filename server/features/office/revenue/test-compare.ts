import fc from "fast-check";
import { expect } from "vitest";
import { valueDays } from "#contract/revenue.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { sumOwed } from "#server/features/payments/index.ts";
import type { Services } from "#server/services.ts";
import { sumRevenue } from "../money/books-store.ts";
import { cohortsOf } from "./cohorts.ts";
import { findNamedSources, findRevenue, listCohortLines } from "./revenue-store.ts";
import {
  anyWorld,
  groundOf,
  insertWorld,
  periodOf,
  revenueNaively,
  sortRows,
  valuesNaively,
  type World,
} from "./test-worlds.ts";

class Undone extends Error {}

/** Compares what the store finds in so many worlds of chance with naive sums and with the books. */
export async function compareWorlds({ db, clock }: Pick<Services, "db" | "clock">, numRuns: number): Promise<void> {
  const ground = await groundOf(db);
  const { siteIds, keys } = ground;
  await fc.assert(
    fc.asyncProperty(anyWorld, async (world: World) => {
      const run = inTransaction(db, async (trx) => {
        await insertWorld(trx, world, ground);
        const period = periodOf(world, siteIds);
        const named = await findNamedSources(trx, period.siteIds);
        const rows = await findRevenue(trx, period, { by: world.by, named });
        const unspent = rows.flatMap(({ money }) => money);
        const bare = rows.map((row) => ({ ...row, money: row.money.map((sums) => ({ ...sums, unspent: 0 })) }));
        expect(sortRows(bare)).toEqual(revenueNaively(world, { siteIds, keys }));
        if (world.only !== undefined || world.currency !== undefined) throw new Undone();
        // to the cent what the page of money says
        const days = { siteIds: period.siteIds, from: new Date(period.from), until: new Date(period.until) };
        for (const { currency, paid, back } of await sumRevenue(trx, days, "all")) {
          const own = unspent.filter((sums) => sums.currency === currency);
          expect(own.reduce((sum, { revenue }) => sum + revenue, 0)).toBe(paid - back);
        }
        const lines = await listCohortLines(trx, period, named);
        const values: Record<string, number> = {};
        for (const cohort of cohortsOf(lines, clock.now()))
          for (const { currency, after } of cohort.values)
            for (const each of valueDays)
              values[`${each} ${currency}`] = (values[`${each} ${currency}`] ?? 0) + (after[each] ?? 0);
        const nonZero = (sums: Record<string, number>) =>
          Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
        expect(nonZero(values)).toEqual(nonZero(valuesNaively(world)));
        const all = await findRevenue(trx, { ...period, from: "2020-01-01", until: "2040-01-01" }, { by: [], named });
        const owed = (all[0]?.money ?? []).flatMap((sums) =>
          sums.unspent === 0 ? [] : [[sums.currency, sums.unspent]],
        );
        expect(owed).toEqual((await sumOwed(trx, period.siteIds)).map(({ currency, amount }) => [currency, amount]));
        throw new Undone();
      });
      await run.catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error;
      });
    }),
    { numRuns },
  );
}
