import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { cachePerDatabase, createReadCache } from "#server/lib/timed-cache.ts";
import type { Filter } from "./rules.ts";

const commonInterests = cachePerDatabase(() => createReadCache<string[]>({ max: 1, ttlMs: 600_000 }));

/** The interests from the most common to the rarest, by the planner's statistics, which may not list all of them. */
async function readCommonInterests(db: Db): Promise<string[]> {
  const { rows } = await sql<{ codes: string[] | null }>`
    select most_common_vals::text::text[] as codes from pg_stats
    where schemaname = current_schema and tablename = 'interest_holders' and attname = 'interest'`.execute(db);
  return rows[0]?.codes ?? [];
}

/**
 * The wanted interest that the fewest members have, to search among its holders only. Null if another filter is more
 * selective, or is one that `interest_holders` can't answer.
 */
export async function findRarestInterest(db: Db, filter: Filter): Promise<string | null> {
  const { interests, region, distance, activeAfter, joinedAfter, viewerId } = filter;
  if (interests.length === 0 || region || distance || activeAfter || joinedAfter || !viewerId) return null;
  const commonFirst = await commonInterests(db).get("interests", filter.now, () => readCommonInterests(db));
  const rank = (code: string) => (commonFirst.includes(code) ? commonFirst.indexOf(code) : commonFirst.length);
  return interests.reduce((rarest, code) => (rank(code) > rank(rarest) ? code : rarest));
}
