import type { AnswerOf } from "#contract/call.ts";
import { addDays, dayOf } from "#contract/days.ts";
import { hourMs } from "#contract/durations.ts";
import { type getTransparency, smallestPublished, type Tally, type Transparency } from "#contract/transparency.ts";
import type { Db } from "#server/db/pool.ts";
import { failFields } from "#server/http/fail.ts";
import { cachePerDatabase, createReadCache } from "#server/lib/timed-cache.ts";
import { countEvents, findFirstYear, findMedian } from "./store.ts";

/** A number as it is published: null if it is small enough to point at a person. */
const publishedCount = (count: number): number | null => (count > 0 && count < smallestPublished ? null : count);

/** Small kinds are counted together, so that no number published, and no difference of them, is a small one. */
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

const cacheOf = cachePerDatabase(() => createReadCache<Transparency>({ max: 200, ttlMs: hourMs }));

/** Counts a year's events of a site. Counts too small to publish become null. */
async function countYear(db: Db, siteId: number, year: number, now: Date): Promise<Transparency> {
  const { from, until } = periodOf(year, now);
  const period = { siteId, from, until };
  const events = await countEvents(db, period);
  const eventsOf = (what: string) => events.filter((event) => event.what === what);
  const totalOf = (what: string) => publishedCount(eventsOf(what).reduce((sum, event) => sum + event.count, 0));
  const closed = totalOf("report_closed");
  const answered = tallyOf(eventsOf("objection_answered"));
  return {
    year,
    until: addDays(until, -1),
    reports: tallyOf(eventsOf("report")),
    // the time of a few reports would be the time of each
    closed: { total: closed, median_seconds: closed === null ? null : await findMedian(db, period, "report_closed") },
    notices: { total: totalOf("notice") },
    decisions: tallyOf(eventsOf("decision")),
    sources: tallyOf(eventsOf("decision_source")),
    objections: { total: totalOf("objection") },
    answered,
    answered_median_seconds: answered.total === null ? null : await findMedian(db, period, "objection_answered"),
    programs: tallyOf(eventsOf("program_answered")),
  };
}

/** The numbers of a year, default the latest one (DSA, articles 15 and 24). Throws for a year without numbers. */
export async function showTransparency(
  db: Db,
  siteId: number,
  requestedYear: number | undefined,
  now: Date,
): Promise<AnswerOf<typeof getTransparency>> {
  const years = yearsOf(await findFirstYear(db, siteId), now);
  const year = requestedYear ?? years[0] ?? now.getUTCFullYear();
  if (!years.includes(year)) throw failFields({ year: "unknown_option" });
  const key = `${siteId} ${year} ${periodOf(year, now).until}`;
  return { years, numbers: await cacheOf(db).get(key, now, () => countYear(db, siteId, year, now)) };
}
