import { sql } from "kysely";
import { searchPage } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import { matchColumns } from "#server/features/profiles/index.ts";
import type { Cursor } from "./cursor.ts";
import { centre, chordLength } from "./earth.ts";
import { fits, orderOf } from "./fits.ts";
import { countMembers, type FoundRow, gatherPage } from "./gather.ts";
import type { Candidate, Filter, Total } from "./rules.ts";
import { walkSteps } from "./walk-steps.ts";

export type FoundPage = { rows: FoundRow[]; total: Total };
export type FindPageInput = {
  /** Where the previous page ended. */
  after?: Cursor | null;
  /** The total, if it is known. */
  known?: Total | undefined;
  limit?: number;
};

/**
 * A page of the members who fit (R1.02, D4.3) and their total. Fictional profiles are shown, but never counted (D11.1).
 * It gathers and counts the rows that fit, up to the cap. If they are few, it sorts them. If they are many, they are
 * frequent in the index of the order, so it walks that index until the page is full.
 */
export async function findPage(
  db: Db,
  filter: Filter,
  { after = null, known = after?.total, limit = searchPage + 1 }: FindPageInput = {},
): Promise<FoundPage> {
  const found = known?.gathered === false ? { rows: null, total: known } : await gatherPage(db, filter, after, limit);
  const [rows, total] = await Promise.all([
    found.rows ?? chooseWalk(filter)(db, filter, after, limit),
    found.total ?? countMembers(db, filter),
  ]);
  return { rows, total };
}

function chooseWalk({ sort }: Filter) {
  if (sort === "for_you") return walkForYou;
  return sort === "nearest" ? walkTowns : walkActivity;
}

const walkForYou = (db: Db, filter: Filter, after: Cursor | null, limit: number) =>
  walkSteps(db, filter, { after, limit });

/** Up to `limit` of the members who fit, last active first. */
export async function findRecent(db: Db, filter: Filter, limit: number): Promise<string[]> {
  const recent: Filter = { ...filter, sort: "active" };
  const found = (await gatherPage(db, recent, null, limit)).rows ?? (await walkActivity(db, recent, null, limit));
  return found.map((row) => row.member_id);
}

/** Loads the facts that members are ranked by. */
export async function findCandidates(db: Db, ids: readonly string[]): Promise<Candidate[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom("profiles")
    .select(["member_id", "last_active_at", "fictional", "automatic", ...matchColumns])
    .where("member_id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

async function walkActivity(db: Db, filter: Filter, after: Cursor | null, limit: number): Promise<FoundRow[]> {
  const { by, write, read } = orderOf(filter);
  const next = after ? sql`and (${by}, member_id) < (${read(after.value)}, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<FoundRow>`
    select member_id, ${write(by)} as value from profiles where ${fits(filter)} ${next}
    order by ${by} desc, member_id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * The nearest members, town by town. All members of a town have the town's distance, and are ordered by their ids.
 */
async function walkTowns(db: Db, filter: Filter, after: Cursor | null, limit: number): Promise<FoundRow[]> {
  const distance = sql`ll_to_earth(latitude, longitude) <-> ${centre(filter)}`;
  const towns = [sql`true`];
  if (filter.country) towns.push(sql`country = ${filter.country}`);
  if (filter.region) towns.push(sql`region = ${filter.region}`);
  // a town's members are placed at the middle of its square kilometre
  if (filter.distance) towns.push(sql`${distance} <= ${chordLength(filter.distance + 1)}`);
  if (after) towns.push(sql`${distance} >= ${after.value}::float8`);
  const next = after ? sql`and (town.distance, member_id) > (${after.value}::float8, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<FoundRow>`
    select found.member_id, town.distance::text as value
    from (select id, ${distance} as distance from cities where ${sql.join(towns, sql` and `)}) as town
      cross join lateral (
        select member_id from profiles where ${fits(filter)} and city_id = town.id ${next}
        order by member_id limit ${limit}
      ) as found
    order by town.distance, found.member_id limit ${limit}`.execute(db);
  return rows;
}

type CodeCount = { code: string; count: number };

/**
 * How many listed members a site has, and how many of them were active after `since`; without fictional
 * profiles. That a program was active says nothing (D11.1).
 */
export async function countListed(db: Db, siteId: number, since: Date): Promise<{ members: number; lately: number }> {
  const { rows } = await sql<{ members: number; lately: number }>`
    select count(*)::int as members, count(*) filter (where last_active_at > ${since} and not automatic)::int as lately
    from profiles where site_id = ${siteId} and listed and not fictional`.execute(db);
  return rows[0] ?? { members: 0, lately: 0 };
}

/** How many members of a site have each interest, without fictional profiles. */
export async function countByInterest(db: Db, siteId: number): Promise<CodeCount[]> {
  const { rows } = await sql<CodeCount>`
    select interest as code, count(*)::int as count from interest_holders
    where site_id = ${siteId} and not fictional group by interest`.execute(db);
  return rows;
}

/** How many of a site's listed members live in each region of a country, without fictional profiles. */
export async function countByRegion(db: Db, siteId: number, country: string): Promise<CodeCount[]> {
  const { rows } = await sql<CodeCount>`
    select region as code, count(*)::int as count from profiles
    where site_id = ${siteId} and listed and not fictional and country = ${country} and region is not null
    group by region`.execute(db);
  return rows;
}
