import type { z } from "zod";
import type { AnswerOf } from "#contract/call.ts";
import { addMonths, monthsBetween } from "#contract/months.ts";
import { type getRevenue, type RevenueRow, revenueRowsShown } from "#contract/revenue.ts";
import type { Db } from "#server/db/pool.ts";
import type { Staff } from "#server/http/handle.ts";
import { readMonths } from "../money/rules.ts";
import { chooseSites } from "../sites/choose-site.ts";
import { cohortsOf } from "./cohorts.ts";
import { findRevenue, listCohortLines, type RevenuePeriod, readBySource } from "./revenue-store.ts";
import type { Branch } from "./sources.ts";

type Query = z.output<typeof getRevenue.query>;
type Asked = { db: Db; staff: Pick<Staff, "sites">; now: Date };

/** Which figures a query asks for; fails for a site that the staff member does not work on, and for a bad period. */
async function readQuery({ db, staff, now }: Asked, query: Query) {
  const { ids: siteIds } = await chooseSites(db, staff, query.site);
  const { from, to, latest } = readMonths(query, now);
  const { only = {}, currency } = query;
  const period: RevenuePeriod = { siteIds, from: `${from}-01`, until: `${addMonths(to, 1)}-01`, only, currency };
  const by = query.by ?? (["network"] as const);
  return {
    period,
    question: { site: query.site ?? null, from, to, latest, by: [...by], only, currency: currency ?? null },
  };
}

const nothing: RevenueRow = {
  of: {},
  erased: false,
  visits: 0,
  signups: 0,
  confirmations: 0,
  buyers: 0,
  first_purchases: 0,
  later_purchases: 0,
  money: [],
};

/** What the sources of sites earned, grouped as the filters ask. */
export async function showRevenue(asked: Asked, query: Query): Promise<AnswerOf<typeof getRevenue>> {
  const chosen = await readQuery(asked, query);
  const { period, question } = chosen;
  return await readBySource(asked.db, period.siteIds, async (db, named) => {
    const rows = await findRevenue(db, period, { by: question.by, named });
    // of its own: a sum over rows would count members twice who bought in two months
    const [total = nothing] = await findRevenue(db, period, { by: [], named });
    const byMonth = await findRevenue(db, period, { by: ["month"], named });
    return {
      ...question,
      total,
      months: monthsBetween(question.from, question.to).map(
        (month) => byMonth.find(({ of }) => of.month === month) ?? { ...nothing, of: { month } },
      ),
      rows: rows.slice(0, revenueRowsShown),
      more: rows.length > revenueRowsShown,
      cohorts: await findCohorts(db, chosen, named, asked.now),
    };
  });
}

type Chosen = Awaited<ReturnType<typeof readQuery>>;

/** The cohorts that begin in a period. */
async function findCohorts(db: Db, { period, question }: Chosen, named: readonly Branch[], now: Date) {
  const cohorts = cohortsOf(await listCohortLines(db, period, named), now);
  return cohorts.filter(({ from }) => from >= question.from && from <= question.to);
}

/** The cohorts behind the screen. */
export async function listCohorts(asked: Asked, query: Query) {
  const chosen = await readQuery(asked, query);
  const read = (db: Db, named: readonly Branch[]) => findCohorts(db, chosen, named, asked.now);
  return { ...chosen.question, cohorts: await readBySource(asked.db, chosen.period.siteIds, read) };
}

/** The rows behind the screen, all of them. */
export async function listRevenue(asked: Asked, query: Query) {
  const { period, question } = await readQuery(asked, query);
  const rows = await readBySource(asked.db, period.siteIds, (db, named) =>
    findRevenue(db, period, { by: question.by, named }),
  );
  return { ...question, rows };
}
