import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/db/pool.ts";
import { listSites } from "#server/features/sites/index.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { addFound, figures, moveMedian, moveNumber, type Totals, totalOf } from "./rules.ts";
import {
  countListed,
  countWindows,
  findDecided,
  findUncounted,
  insertDays,
  type NewDay,
  type Uncounted,
} from "./store.ts";

const sitesAtOnce = 50;

/** Counts a day (UTC) that is over, for all sites without a row for it. A second run changes nothing. */
export async function countFairDay(db: Db, day: string): Promise<void> {
  const uncounted = await findUncounted(db, day);
  for (let start = 0; start < uncounted.length; start += sitesAtOnce) {
    await insertDays(db, await countSites(db, uncounted.slice(start, start + sitesAtOnce), day));
  }
}

async function countSites(db: Db, sites: readonly Uncounted[], day: string): Promise<NewDay[]> {
  const listed = await countListed(
    db,
    sites.map(({ siteId }) => siteId),
  );
  const decided = await findDecided(db, sites, day);
  const windows = sites.flatMap(({ siteId, totals }) =>
    figures.map((figure) => ({ siteId, figure, until: totalOf(totals, figure).until })),
  );
  const foundIn = await countWindows(db, windows, day);
  const answerDays = new Map((await listSites(db)).map(({ id, settings }) => [id, settings.answer_days]));
  const days: NewDay[] = [];
  for (const { siteId, ...before } of sites) {
    const promised = answerDays.get(siteId);
    if (promised === undefined) throw new Error(`no site ${siteId}`);
    const totals: Totals = {};
    for (const figure of figures) {
      totals[figure] = addFound(totalOf(before.totals, figure), foundIn(siteId, figure), day);
    }
    const profiles = listed.get(siteId) ?? { members: 0, fictional: 0 };
    days.push({
      siteId,
      day,
      members: moveNumber(before.members, profiles.members),
      fictional: profiles.fictional,
      answer_days: promised,
      decided: moveMedian(before.decided, decided.get(siteId), day),
      totals,
    });
  }
  return days;
}

/** Counts yesterday's figures of each site for `/fair`. A missed night is counted with the next one. */
export const countFair = defineScheduledJob({
  name: "count-fair",
  every: "27 2 * * *",
  expireInSeconds: 900,
  run: async ({ db, clock }) => countFairDay(db, dayOf(new Date(clock.now().getTime() - dayMs))),
});
