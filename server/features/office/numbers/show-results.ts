import type { z } from "zod";
import type { AnswerOf } from "#contract/call.ts";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import {
  type Dimension,
  type getResults,
  type ResultComparison,
  type ResultRow,
  resultCounts,
  resultRowsShown,
  type resultsQuery,
} from "#contract/results.ts";
import type { Db } from "#server/db/pool.ts";
import { inSnapshot } from "#server/db/transaction.ts";
import {
  type Comparison,
  compareVariants,
  findBounces,
  findResults,
  firstDayShown,
  type Period,
  type Results,
  shareOf,
  visitsForVerdict,
  wilson,
  z95,
} from "#server/features/advertising/index.ts";
import { readPeriod } from "../money/rules.ts";
import { chooseSite } from "../sites/choose-site.ts";

type Query = z.output<typeof resultsQuery>;
type Asked = { db: Db; site: { key: string }; now: Date };

/** How long one statement may take before it is cancelled. */
const timeoutMs = 30_000;
/** Which results a query asks for; fails for a site that does not exist and for days in no order. */
async function readQuery({ db, site, now }: Asked, query: Query) {
  const { chosen, shown: sites } = await chooseSite({ db, site }, query.site);
  const to = query.to ?? dayOf(now);
  const from = query.from ?? firstDayShown(new Date(Math.min(now.getTime(), Date.parse(to))));
  readPeriod({ from, to }, now);
  const by = query.by ?? (["lander", "variant"] satisfies Dimension[]);
  const period: Period = { siteId: chosen.id, from, to, only: query.only ?? {} };
  return { shown: sites, period, by };
}

function rateOf(results: Pick<Results, "visits" | "signups">): ResultRow["rate"] {
  const share = shareOf(results);
  return share.of === 0 ? null : { value: share.hits / share.of, ...wilson(share, z95) };
}

const toRow = (results: Results): ResultRow => ({ ...results, rate: rateOf(results) });

const toComparison = ({ lander, a, b, difference, verdict }: Comparison): ResultComparison => ({
  lander,
  variants: [a, b].map(({ of, visits, signups }) => ({
    variant: of.variant ?? "",
    visits,
    signups,
    rate: rateOf({ visits, signups }),
  })),
  difference,
  verdict,
  needed: visitsForVerdict,
});

function daysOf({ from, to }: Period, results: readonly Results[]) {
  const rowsByDay = new Map(results.map((row) => [row.of.day, row]));
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  return Array.from({ length: days }, (_, index) => {
    const day = dayOf(new Date(Date.parse(from) + index * dayMs));
    const row = rowsByDay.get(day);
    const counts = Object.fromEntries(resultCounts.map((name) => [name, row?.[name] ?? 0]));
    return { day, ...(counts as Record<(typeof resultCounts)[number], number>) };
  });
}

const nothing: Results = { of: {}, visits: 0, signups: 0, confirmations: 0, purchases: 0, revenue: {} };

/** The results of a site, grouped as the filters ask. */
export async function showResults(asked: Asked, query: Query): Promise<AnswerOf<typeof getResults>> {
  const { shown: sites, period, by } = await readQuery(asked, query);
  return await inSnapshot(
    asked.db,
    async (db) => {
      const rows = await findResults(db, period, by);
      const [total = nothing] = await findResults(db, period, []);
      return {
        ...sites,
        from: period.from,
        to: period.to,
        by,
        only: period.only ?? {},
        total: toRow(total),
        days: daysOf(period, await findResults(db, period, ["day"])),
        rows: rows.slice(0, resultRowsShown).map(toRow),
        more: rows.length > resultRowsShown,
        comparisons: (await compareVariants(db, period)).map(toComparison),
        bounces: await findBounces(db, { ...period, network: period.only?.network }, resultRowsShown),
      };
    },
    timeoutMs,
  );
}

/** The rows behind the screen, all of them. */
export async function listResults(asked: Asked, query: Query) {
  const { shown: sites, period, by } = await readQuery(asked, query);
  const rows = await inSnapshot(asked.db, (db) => findResults(db, period, by), timeoutMs);
  return { key: sites.key, period, by, rows };
}
