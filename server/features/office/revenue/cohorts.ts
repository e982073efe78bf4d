import { dayMs } from "#contract/durations.ts";
import { addMonths } from "#contract/months.ts";
import { type RevenueCohort, valueDays } from "#contract/revenue.ts";
import type { CohortLine } from "./revenue-store.ts";
import { cohortStarts } from "./sources.ts";

/** The cohorts of each source, added up by the month in which they begin. */
export function cohortsOf(lines: readonly CohortLine[], now: Date): RevenueCohort[] {
  const bySource = Map.groupBy(lines, ({ site_id, source }) => JSON.stringify([site_id, source]));
  const cohorts = new Map<string, RevenueCohort>();
  for (const own of bySource.values()) {
    const starts = cohortStarts(own.filter(({ currency }) => currency === null));
    for (const [index, from] of starts.entries()) {
      const next = starts[index + 1];
      const within = own.filter(({ month }) => month >= from && (next === undefined || month < next));
      const to =
        within
          .map(({ month }) => month)
          .toSorted()
          .at(-1) ?? from;
      const cohort = cohorts.get(from) ?? { from, to, signups: 0, buyers: 0, complete: [], values: [] };
      if (to > cohort.to) cohort.to = to;
      for (const line of within) addLine(cohort, line);
      cohorts.set(from, cohort);
    }
  }
  return [...cohorts.values()]
    .map((cohort) => ({ ...cohort, complete: valueDays.filter((days) => isOver(cohort.to, days, now)) }))
    .toSorted((one, other) => (one.from < other.from ? -1 : 1));
}

/** Whether the last member of a cohort signed up at least so many days ago. */
const isOver = (to: string, days: number, now: Date) =>
  Date.parse(`${addMonths(to, 1)}-01`) + days * dayMs <= now.getTime();

function addLine(cohort: RevenueCohort, line: CohortLine): void {
  const { currency } = line;
  if (currency === null) {
    cohort.signups += line.signups;
    cohort.buyers += line.buyers;
    return;
  }
  let sum = cohort.values.find((each) => each.currency === currency);
  if (!sum) {
    sum = { currency, after: Object.fromEntries(valueDays.map((days) => [days, 0])) };
    cohort.values.push(sum);
    cohort.values.sort((one, other) => (one.currency < other.currency ? -1 : 1));
  }
  for (const days of valueDays) sum.after[days] = (sum.after[days] ?? 0) + line[`after${days}`];
}
