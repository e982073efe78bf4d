import type { z } from "zod";
import type { AnswerOf } from "#contract/call.ts";
import { dayOf } from "#contract/days.ts";
import {
  type Dimension,
  type getResults,
  type ResultRow,
  resultCounts,
  resultRowsShown,
  type resultsQuery,
} from "#contract/results.ts";
import type { Db } from "#server/db/pool.ts";
import { inSnapshot } from "#server/db/transaction.ts";
import {
  compareVariants,
  findBounces,
  findResults,
  firstDayShown,
  type ResultPeriod,
} from "#server/features/advertising/index.ts";
import type { Staff } from "#server/http/handle.ts";
import { readPeriod } from "../money/rules.ts";
import { chooseSite } from "../sites/choose-site.ts";
import { stepsBetween } from "./rules.ts";

type Query = z.output<typeof resultsQuery>;
type Asked = { db: Db; site: { key: string }; staff: Pick<Staff, "sites">; now: Date };

/** How long one statement may take before it is cancelled. */
const timeoutMs = 30_000;
/** Which results a query asks for; fails for a site that does not exist and for days in no order. */
async function readQuery({ now, ...asked }: Asked, query: Query) {
  const { chosen } = await chooseSite(asked, query.site);
  const to = query.to ?? dayOf(now);
  const from = query.from ?? firstDayShown(new Date(Math.min(now.getTime(), Date.parse(to))));
  readPeriod({ from, to }, now);
  const by = query.by ?? (["lander", "variant"] satisfies Dimension[]);
  const period: ResultPeriod = { siteId: chosen.id, from, to, only: query.only ?? {} };
  return { key: chosen.key, period, by };
}

function daysOf({ from, to }: ResultPeriod, results: readonly ResultRow[]) {
  const byDay = new Map(results.map((row) => [row.of.day, row]));
  return stepsBetween(from, to, "day").map((day) => {
    const counts = Object.fromEntries(resultCounts.map((name) => [name, byDay.get(day)?.[name] ?? 0]));
    return { day, ...(counts as Record<(typeof resultCounts)[number], number>) };
  });
}

const nothing: ResultRow = {
  of: {},
  visits: 0,
  signups: 0,
  confirmations: 0,
  purchases: 0,
  rate: null,
  first_paid: {},
};

/** The results of a site, grouped as the filters ask. */
export async function showResults(asked: Asked, query: Query): Promise<AnswerOf<typeof getResults>> {
  const { key, period, by } = await readQuery(asked, query);
  return await inSnapshot(
    asked.db,
    async (db) => {
      const rows = await findResults(db, period, by);
      const [total = nothing] = await findResults(db, period, []);
      return {
        key,
        from: period.from,
        to: period.to,
        by,
        only: period.only ?? {},
        total,
        days: daysOf(period, await findResults(db, period, ["day"])),
        rows: rows.slice(0, resultRowsShown),
        more: rows.length > resultRowsShown,
        comparisons: await compareVariants(db, period),
        bounces: await findBounces(db, { ...period, network: period.only?.network }, resultRowsShown),
      };
    },
    timeoutMs,
  );
}

/** The rows behind the screen, all of them. */
export async function listResults(asked: Asked, query: Query) {
  const { key, period, by } = await readQuery(asked, query);
  const rows = await inSnapshot(asked.db, (db) => findResults(db, period, by), timeoutMs);
  return { key, period, by, rows };
}
