import { addDays, dayOf } from "#contract/days.ts";
import type { Db } from "#server/db/pool.ts";
import { listSites } from "#server/features/sites/index.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { addFound, figures, moveMedian, moveNumber, runningTotalOf } from "./rules.ts";
import {
  countListedBySite,
  countWindows,
  findDecided,
  findUncounted,
  insertDays,
  type LastDay,
  type NewDay,
} from "./store.ts";

const sitesAtOnce = 50;

/** Counts a day (UTC) that is over, for all sites without a row for it. A second run changes nothing. */
export async function countFairDay(db: Db, day: string): Promise<void> {
  const uncounted = await findUncounted(db, day);
  for (let start = 0; start < uncounted.length; start += sitesAtOnce) {
    await insertDays(db, await countSites(db, uncounted.slice(start, start + sitesAtOnce), day));
  }
}

async function countSites(db: Db, sites: readonly LastDay[], day: string): Promise<NewDay[]> {
  const listed = await countListedBySite(
    db,
    sites.map((site) => site.site_id),
  );
  const decided = await findDecided(db, sites, day);
  const windows = sites.flatMap(({ site_id: siteId, totals }) =>
    figures.map((figure) => ({ siteId, figure, until: runningTotalOf(totals, figure).until })),
  );
  const foundIn = await countWindows(db, windows, day);
  const answerDays = new Map((await listSites(db)).map(({ id, settings }) => [id, settings.answer_days]));
  return sites.map(({ site_id: siteId, members: before, totals, ...median }) => {
    const promised = answerDays.get(siteId);
    if (promised === undefined) throw new Error(`no site ${siteId}`);
    const { members, fictional } = listed.get(siteId) ?? { members: 0, fictional: 0 };
    const grown = figures.map((figure) => [
      figure,
      addFound(runningTotalOf(totals, figure), foundIn(siteId, figure), day),
    ]);
    return {
      site_id: siteId,
      day,
      members: moveNumber(before, members),
      fictional,
      answer_days: promised,
      ...moveMedian(median, decided.get(siteId), day),
      totals: Object.fromEntries(grown),
    };
  });
}

/** Counts yesterday's figures of each site for `/fair`. A missed night is counted with the next one. */
export const countFair = defineScheduledJob({
  name: "count-fair",
  every: "27 2 * * *",
  expireInSeconds: 900,
  run: async ({ db, clock }) => countFairDay(db, addDays(dayOf(clock.now()), -1)),
});
