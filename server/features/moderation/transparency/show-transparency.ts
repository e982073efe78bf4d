import type { AnswerOf } from "#contract/call.ts";
import { dayOf } from "#contract/days.ts";
import { dayMs, hourMs } from "#contract/durations.ts";
import type { getTransparency, Transparency } from "#contract/transparency.ts";
import type { Db } from "#server/db/pool.ts";
import { failFields } from "#server/http/fail.ts";
import { cachePerDatabase, createReadCache } from "#server/lib/timed-cache.ts";
import { periodOf, publishedCount, tallyOf, yearsOf } from "./rules.ts";
import { countEvents, findFirstYear, findMedian } from "./store.ts";

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
    until: dayOf(new Date(Date.parse(until) - dayMs)),
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
