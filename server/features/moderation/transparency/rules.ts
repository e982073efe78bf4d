import { dayOf } from "#contract/days.ts";
import { smallestPublished, type Tally } from "#contract/transparency.ts";

/** A number as it is published: null if it is small enough to point at a person. */
export const publishedCount = (count: number): number | null => (count > 0 && count < smallestPublished ? null : count);

/**
 * How many of each kind, as it is published. Kinds below `smallestPublished` are counted together, with the smallest
 * larger one if they are too few even so: nothing published, and no difference of what is, is a small number.
 */
export function tallyOf(counts: readonly { kind: string; count: number }[]): Tally {
  const total = publishedCount(counts.reduce((sum, { count }) => sum + count, 0));
  if (total === null) return { total, rows: [], rest: 0 };
  const rows: Tally["rows"] = [];
  let rest = 0;
  for (const { kind, count } of counts.toSorted((one, other) => one.count - other.count)) {
    if (publishedCount(count) === null || publishedCount(rest) === null) rest += count;
    else rows.unshift({ kind, count });
  }
  return { total, rows, rest };
}

/** The first day of a year, and the day after its last one that is counted: of the present year only whole months. */
export function periodOf(year: number, now: Date): { from: string; until: string } {
  const present = year === now.getUTCFullYear();
  return { from: `${year}-01-01`, until: present ? `${dayOf(now).slice(0, 7)}-01` : `${year + 1}-01-01` };
}

/** The years with numbers, the newest first; in January the present year has no whole month yet. */
export function yearsOf(first: number | undefined, now: Date): number[] {
  const last = now.getUTCFullYear() - (now.getUTCMonth() === 0 ? 1 : 0);
  const length = Math.max(1, last - (first ?? last) + 1);
  return Array.from({ length }, (_, index) => last - index);
}
