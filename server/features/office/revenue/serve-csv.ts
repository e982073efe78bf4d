import {
  getRevenue,
  type RevenueCohort,
  type RevenueDimension,
  type RevenueRow,
  revenueCounts,
  revenueSums,
  valueDays,
} from "#contract/revenue.ts";
import { type CsvCell, csvLine } from "#server/lib/csv.ts";
import { moneyCell } from "../money/money-cell.ts";
import { serveStaffCsv } from "../staff/serve-staff-csv.ts";
import { listCohorts, listRevenue } from "./show-revenue.ts";

/** What stands in the column `source`: which of the names of a row are no names, but many sources together. */
const sourceOf = ({ of, erased }: RevenueRow) => {
  if (erased) return "without_a_trace";
  return Object.values(of).includes(null) ? "smaller_sources" : "";
};

/** A line for each currency. Only the first line of several has the counts, so that a sum over the lines is right. */
function* linesOf(rows: readonly RevenueRow[], by: readonly RevenueDimension[]) {
  yield csvLine([
    ...by,
    "source",
    ...revenueCounts,
    "currency",
    ...revenueSums,
    "revenue_per_visit",
    "revenue_per_signup",
  ]);
  for (const row of rows) {
    const names = [...by.map((name) => row.of[name] ?? ""), sourceOf(row)];
    const counts = revenueCounts.map((name) => row[name]);
    if (row.money.length === 0) yield csvLine([...names, ...counts, ...revenueSums.map(() => null), null, null, null]);
    for (const [index, sums] of row.money.entries()) {
      const { currency, revenue } = sums;
      const each = (count: number) => (count === 0 ? null : moneyCell(Math.round(revenue / count), currency));
      yield csvLine([
        ...names,
        ...(index === 0 ? counts : counts.map(() => 0)),
        currency,
        ...revenueSums.map((name) => moneyCell(sums[name], currency)),
        each(row.visits),
        each(row.signups),
      ]);
    }
  }
}

export const serveRevenueCsv = serveStaffCsv("revenue", getRevenue, async ({ services: { db }, staff, now }, query) => {
  const { site, from, to, by, rows } = await listRevenue({ db, staff, now }, query);
  return { name: `revenue-${site ?? "all"}-${from}-${to}`, lines: linesOf(rows, by) };
});

/** A line for each currency, as above. `complete`: after how many days the value does not grow any more. */
function* linesOfCohorts(cohorts: readonly RevenueCohort[]) {
  const values = valueDays.flatMap((days) => [`value_${days}`, `value_${days}_per_signup`]);
  yield csvLine(["from", "to", "signups", "buyers", "complete", "currency", ...values]);
  for (const { from, to, signups, buyers, complete, values: sums } of cohorts) {
    const lineOf = (counts: number[], rest: CsvCell[]) => csvLine([from, to, ...counts, complete.join(" "), ...rest]);
    if (sums.length === 0) yield lineOf([signups, buyers], [null, ...values.map(() => null)]);
    for (const [index, { currency, after }] of sums.entries()) {
      const cells = valueDays.flatMap((days) => {
        const minor = after[days] ?? 0;
        const each = signups === 0 ? null : moneyCell(Math.round(minor / signups), currency);
        return [moneyCell(minor, currency), each];
      });
      yield lineOf(index === 0 ? [signups, buyers] : [0, 0], [currency, ...cells]);
    }
  }
}

export const serveCohortsCsv = serveStaffCsv("cohorts", getRevenue, async ({ services: { db }, staff, now }, query) => {
  const { site, from, to, cohorts } = await listCohorts({ db, staff, now }, query);
  return { name: `cohorts-${site ?? "all"}-${from}-${to}`, lines: linesOfCohorts(cohorts) };
});
