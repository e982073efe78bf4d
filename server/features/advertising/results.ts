import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import { landerNames } from "#contract/landers.ts";
import { type Dimension, resultCounts } from "#contract/results.ts";
import { daysBefore } from "#server/db/delete-by-age.ts";
import type { Db } from "#server/db/pool.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { type CsvCell, csvLine } from "#server/lib/csv.ts";
import { type Interval, newcombe, type Share, type Verdict, verdictOf, wilson, z95, z99 } from "./intervals.ts";
import { findResults, type Period, type Results } from "./results-store.ts";
import { eraseSubIds } from "./store.ts";

const defaultDays = 30;

export const firstDayShown = (now: Date): string => dayOf(new Date(now.getTime() - defaultDays * dayMs));

type VariantResults = Results & { share: Share; interval: Interval };

/** Two variants of a lander: each one's share of visits that became signups, the difference b − a, and the verdict. */
export type Comparison = {
  lander: string;
  a: VariantResults;
  b: VariantResults;
  /** The 99 percent interval, because operators look at the results more than once. */
  difference: Interval;
  verdict: Verdict;
};

/** Signups among visits. A signup whose visit was not counted, for example after a reload, must not push it above 1. */
export const shareOf = ({ visits, signups }: Pick<Results, "visits" | "signups">): Share => ({
  hits: Math.min(signups, visits),
  of: visits,
});

export async function compareVariants(db: Db, period: Period): Promise<Comparison[]> {
  const rows = await findResults(db, period, ["lander", "variant"]);
  return landerNames.flatMap((lander) => {
    const [a, b] = ["a", "b"].map((variant) => {
      const row = rows.find(({ of }) => of.lander === lander && of.variant === variant);
      const share = row && shareOf(row);
      return share && { ...row, share, interval: wilson(share, z95) };
    });
    if (!a || !b) return [];
    const difference = newcombe(a.share, b.share, z99);
    return [{ lander, a, b, difference, verdict: verdictOf(a.share, b.share) }];
  });
}

/** The results as lines of CSV; a row for each currency, and one row for results without revenue. */
export function csvOf(results: readonly Results[], by: readonly Dimension[]): string[] {
  const head = [...by, ...resultCounts, "rate_low", "rate_high", "currency", "revenue_minor"];
  const rows = results.flatMap((row) => {
    const { low, high } = wilson(shareOf(row), z95);
    const counts = resultCounts.map((name) => row[name]);
    const numbers: CsvCell[] = [...counts, { decimal: low.toFixed(6) }, { decimal: high.toFixed(6) }];
    const none: CsvCell[] = [...counts.map(() => 0), null, null];
    const money = Object.entries(row.revenue).sort();
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
