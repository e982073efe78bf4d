import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import { mostMonths } from "#contract/month-period.ts";
import { addMonths } from "#contract/months.ts";
import { failFields } from "#server/http/fail.ts";

/** The most days that are summed at once: two years. */
const mostDays = 731;

/** The days of a period, default the present month until today (UTC); fails if they are too many, or in no order. */
export function readPeriod({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date) {
  const last = to ?? dayOf(now);
  const first = from ?? `${last.slice(0, 7)}-01`;
  const [start, end] = [Date.parse(first), Date.parse(last) + dayMs];
  if (end <= start || end - start > mostDays * dayMs) throw failFields({ from: "invalid" });
  return { first, last, from: new Date(start), until: new Date(end) };
}

/** Whole months (UTC), default the last twelve; fails if they are too many, or in no order. */
export function readMonths(
  query: { from?: string | undefined; to?: string | undefined },
  now: Date,
): { from: string; to: string; latest: string } {
  const latest = dayOf(now).slice(0, 7);
  const to = query.to ?? latest;
  const from = query.from ?? addMonths(to, -11);
  if (from > to || addMonths(from, mostMonths - 1) < to) throw failFields({ from: "invalid" });
  return { from, to, latest };
}
