import { dayOf } from "#contract/days.ts";
import { newcombe, verdictOf, visitsForVerdict, z99 } from "#contract/intervals.ts";
import { landerNames } from "#contract/landers.ts";
import { type Dimension, type ResultComparison, type ResultRow, resultCounts } from "#contract/results.ts";
import { daysBefore } from "#server/db/delete-by-age.ts";
import type { Db } from "#server/db/pool.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { type CsvCell, csvLine } from "#server/lib/csv.ts";
import { eraseSubIds } from "./counts-store.ts";
import { findResults, type ResultPeriod, signupShare } from "./results-store.ts";

/** The first of the days that are shown unless others are asked for. */
export const firstDayShown = (now: Date): string => dayOf(daysBefore(now, 30));

/** Each lander with two variants: the difference b − a. 99 percent, because operators look more than once. */
export async function compareVariants(db: Db, period: ResultPeriod): Promise<ResultComparison[]> {
  const rows = await findResults(db, period, ["lander", "variant"]);
  return landerNames.flatMap((lander) => {
    const [a, b] = ["a", "b"].map((variant) => rows.find(({ of }) => of.lander === lander && of.variant === variant));
    if (!a || !b) return [];
    const [ofA, ofB] = [signupShare(a), signupShare(b)];
    const variants = [a, b].map(({ of, visits, signups, rate }) => ({
      variant: of.variant ?? "",
      visits,
      signups,
      rate,
    }));
    const verdict = verdictOf(ofA, ofB);
    return [{ lander, variants, difference: newcombe(ofA, ofB, z99), verdict, needed: visitsForVerdict }];
  });
}

/** The results as lines of CSV; a row for each currency, and one row for results without purchases. */
export function csvOf(results: readonly ResultRow[], by: readonly Dimension[]): string[] {
  const head = [...by, ...resultCounts, "rate_low", "rate_high", "currency", "first_paid_minor"];
  const rows = results.flatMap((row) => {
    const { low, high } = row.rate ?? { low: 0, high: 1 };
    const counts = resultCounts.map((name) => row[name]);
    const numbers: CsvCell[] = [...counts, { decimal: low.toFixed(6) }, { decimal: high.toFixed(6) }];
    const none: CsvCell[] = [...counts.map(() => 0), null, null];
    const money = Object.entries(row.first_paid).sort();
    // only the first row of several currencies has the counts, so that a sum over the rows is right
    return (money.length === 0 ? [[null, null] as const] : money).map(([currency, minor], index) => [
      ...by.map((name) => row.of[name] ?? ""),
      ...(index === 0 ? numbers : none),
      currency,
      minor,
    ]);
  });
  return [head, ...rows].map(csvLine);
}

/** Removes sub ids from results after 90 days; the privacy page names the period. */
export const purgeResults = defineScheduledJob({
  name: "forget-results",
  every: "33 4 * * *",
  run: ({ db, clock }) => eraseSubIds(db, dayOf(daysBefore(clock.now(), 90))),
});
