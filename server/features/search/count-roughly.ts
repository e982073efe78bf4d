import { dayMs } from "#contract/durations.ts";
import { explicitInterests } from "#contract/profiles.ts";
import type { Db } from "#server/db/pool.ts";
import type { Context } from "#server/http/handle.ts";
import { cachePerDatabase, createReadCache } from "#server/lib/timed-cache.ts";
import { countByInterest, countByRegion, countListed } from "./store.ts";

type Counts = Record<string, number>;

/** Counts are cached, because counting reads every member of a site or a country. Landers show them rounded anyway. */
const countsOf = cachePerDatabase(() => createReadCache<Counts>({ max: 500, ttlMs: 600_000 }));

/** Rounds down. One to nine members become 1, which screens show as "a few": a small number could identify members. */
function roundDown(count: number): number {
  if (count < 10) return Math.min(1, count);
  let step = 100;
  if (count < 200) step = 10;
  else if (count < 1_000) step = 50;
  return Math.floor(count / step) * step;
}

function roundCounts(rows: { code: string; count: number }[]): Counts {
  return Object.fromEntries(rows.map(({ code, count }) => [code, roundDown(count)]));
}

async function loadInterestCounts(db: Db, siteId: number): Promise<Counts> {
  const explicit: readonly string[] = explicitInterests;
  const counts = await countByInterest(db, siteId);
  return roundCounts(counts.filter(({ code }) => !explicit.includes(code)));
}

const latelyMs = 7 * dayMs;

async function loadSiteCounts(db: Db, siteId: number, now: Date): Promise<Counts> {
  const { members, lately } = await countListed(db, siteId, new Date(now.getTime() - latelyMs));
  return { members: roundDown(members), lately: roundDown(lately) };
}

/**
 * Counts members, those of seven days (D10.3), by interest, by region of a country (R2.03). Rounded down, without
 * fictional profiles (D11.1) and explicit interests (D4.2). Without a country there are no regions.
 */
export async function countRoughly(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  country: string | undefined,
) {
  const { id } = site;
  const [{ members = 0, lately = 0 }, interests, regions] = await Promise.all([
    countsOf(db).get(`${id} all`, now, () => loadSiteCounts(db, id, now)),
    countsOf(db).get(`${id} interests`, now, () => loadInterestCounts(db, id)),
    country === undefined
      ? {}
      : countsOf(db).get(`${id} ${country}`, now, async () => roundCounts(await countByRegion(db, id, country))),
  ]);
  return { members, lately, interests, regions };
}
