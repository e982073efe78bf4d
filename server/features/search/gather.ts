import { type RawBuilder, sql } from "kysely";
import { searchTotalCap } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import { cachePerDatabase, createReadCache } from "#server/lib/timed-cache.ts";
import type { Cursor, Edge } from "./cursor.ts";
import { fits, orderOf } from "./fits.ts";
import type { Filter, Total } from "./rules.ts";

/**
 * A found member with the value they are sorted by, in full precision. `boundary`: in the order "for you", the last
 * member of the front that this one is ranked in.
 */
export type FoundRow = { member_id: string; value: string; boundary?: Edge };
/** `rows` is null if too many members fit to gather all; `total` is null if gathering did not determine it. */
type Gathered = { rows: FoundRow[] | null; total: Total | null };

/** The maximum number of gathered rows: more than the cap, because fictional profiles among them are not counted. */
export const maxGathered = searchTotalCap + 500;

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

/** The maximum number of rows to sort: for more, walking the index of the order costs less. */
export const maxSorted = 3_000;
/** The maximum number of rows to sort if the sort value of each row has to be looked up. */
export const maxLookedUp = 1_000;

export type Totals = { members: number; everyone: number };

/**
 * The beginning of a statement that gathers all matching rows, up to `maxGathered`. Its table `counted` has their
 * number. Its table `few` has their `columns`, and is empty if there are more rows than `most`.
 */
export function gatherSql(filter: Filter, columns: RawBuilder<unknown>, most: number, interest: string | null) {
  const allFitting =
    interest === null
      ? sql`select ${columns} from profiles where ${fits(filter)}`
      : sql`select member_id, fictional from interest_holders
        where interest = ${interest} and ${fits(filter, "interest_holders")}`;
  const unlessMany = sql`from found where (select everyone from counted) <= ${most} limit ${most}`;
  const fewFitting =
    interest === null
      ? sql`select * ${unlessMany}`
      : sql`select ${columns} from (select member_id ${unlessMany}) as found join profiles using (member_id)`;
  // Materialising thousands of rows costs as much as counting them. So the few that are needed are read again, unless
  // the filter makes that slow by reading many rows that don't fit.
  const { distance, activeAfter, joinedAfter, interests } = filter;
  const otherInterests = interest === null ? interests.length : interests.length - 1;
  const isSlow = distance || activeAfter || joinedAfter || otherInterests > 0;
  const materialized = sql.raw(isSlow ? "materialized" : "not materialized");
  return sql`with found as ${materialized} (${allFitting} limit ${maxGathered}), counted as materialized (
      select count(*)::int as everyone, (count(*) filter (where not fictional))::int as members from found
    ), few as (${fewFitting})`;
}

/** The total if gathering determined it, and whether no more than `most` were found. */
export function readTotal(counted: Totals | undefined, most: number): { total: Total | null; gathered: boolean } {
  const { members = 0, everyone = 0 } = counted ?? {};
  if (everyone === maxGathered && members <= searchTotalCap) return { total: null, gathered: false };
  return { total: { count: members, gathered: everyone <= most }, gathered: everyone <= most };
}

/** A page of the members who fit, and their total; no rows if there are too many to sort. */
export async function gatherPage(db: Db, filter: Filter, after: Cursor | null, limit: number): Promise<Gathered> {
  const { by, write, read, direction, beyond } = orderOf(filter);
  const interest = await findRarestInterest(db, filter);
  const next = after ? sql`where (value, member_id) ${beyond} (${read(after.value)}, ${after.id}::uuid)` : sql``;
  // if the first page was gathered, later pages must be too: gathering and walking sort equal values differently
  const mostToSort = interest === null ? maxSorted : maxLookedUp;
  const most = after?.total.gathered ? searchTotalCap : mostToSort;
  const { rows } = await sql<(FoundRow | { member_id: null }) & Totals>`
    ${gatherSql(filter, sql`member_id, fictional, ${by} as value`, most, interest)},
    page as (
      select member_id, value from few ${next}
      order by value ${direction}, member_id ${direction} limit ${limit}
    )
    select members, everyone, member_id, ${write(sql.ref("value"))} as value
    from counted left join page on true
    order by page.value ${direction}, member_id ${direction}`.execute(db);
  const { total, gathered } = readTotal(rows[0], most);
  return { rows: gathered ? rows.filter((row) => row.member_id !== null) : null, total };
}

/** How many members fit, up to one more than the cap. */
export async function countMembers(db: Db, filter: Filter): Promise<Total> {
  const members = { ...filter, withoutFictional: true };
  const interest = await findRarestInterest(db, filter);
  const found =
    interest === null
      ? sql`profiles where ${fits(members)}`
      : sql`interest_holders where interest = ${interest} and ${fits(members, "interest_holders")}`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${found} limit ${searchTotalCap + 1}) as found`.execute(db);
  return { count: rows[0]?.count ?? 0, gathered: false };
}
