import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import { searchPage, searchTotalCap } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import { boxAround, type Cursor, type Filter, type Total } from "./rules.ts";

/** A member found, with the value they are sorted by, every digit of it. */
export type FoundRow = { member_id: string; value: string };
export type FoundPage = { rows: FoundRow[]; total: Total };

/** So many who fit are gathered and sorted at most; up to here that costs less than to count them and to walk the order. */
const few = 3_000;

const centre = (filter: Filter) => sql`ll_to_earth(${filter.from?.latitude ?? 0}, ${filter.from?.longitude ?? 0})`;
/** A way on the ground in kilometres as the straight one through the earth, which `<->` measures. */
const reach = (kilometres: number) => sql`gc_to_sec(${kilometres * 1000})`;

function within(filter: Filter, distance: number): Expression<SqlBool>[] {
  if (!filter.from) return [];
  const where = expressionBuilder<DB, "profiles">();
  const { latitudes, longitudes } = boxAround(filter.from, distance);
  const all = [where.between("latitude_band", latitudes.from, latitudes.to)];
  if (longitudes) all.push(where.between("longitude_band", longitudes.from, longitudes.to));
  return [...all, sql<SqlBool>`place <-> ${centre(filter)} <= ${reach(distance)}`];
}

function fits(filter: Filter): Expression<SqlBool> {
  const where = expressionBuilder<DB, "profiles">();
  const all: Expression<SqlBool>[] = [
    where("site_id", "=", filter.siteId),
    where("listed", "=", true),
    where("gender", "in", filter.genders),
  ];
  if (filter.lookingFor === "male") all.push(where("seeks_men", "=", true));
  if (filter.lookingFor === "female") all.push(where("seeks_women", "=", true));
  if (filter.country) all.push(where("country", "=", filter.country));
  if (filter.region) all.push(where("region", "=", filter.region));
  if (filter.bornAfter) all.push(where("date_of_birth", ">", filter.bornAfter));
  if (filter.bornBy) all.push(where("date_of_birth", "<=", filter.bornBy));
  if (filter.withoutFictional) all.push(where("fictional", "=", false));
  if (filter.not) all.push(where("member_id", "<>", filter.not));
  if (filter.distance) all.push(...within(filter, filter.distance));
  if (filter.sort === "nearest") all.push(where("latitude_band", "is not", null));
  return where.and(all);
}

/** What a sort goes by and in which direction. */
function orderOf(filter: Filter) {
  if (filter.sort === "nearest") {
    return { by: sql`place <-> ${centre(filter)}`, type: sql`float8`, direction: sql`asc`, beyond: sql`>` };
  }
  const by = sql.ref(filter.sort === "newest" ? "created_at" : "last_active_at");
  return { by, type: sql`timestamptz`, direction: sql`desc`, beyond: sql`<` };
}

type Wanted = {
  /** Where the page before ended. */
  after?: Cursor | null;
  /** The total, where it is known. */
  known?: Total | undefined;
  limit?: number;
};

/**
 * A page of those who fit (R1.02, D4.3) and how many members they are: fictional profiles are shown, and never counted
 * (D11.1). Where they are few, all are gathered, counted and sorted; where they are more, every so many rows one fits,
 * and the order is walked until the page is full.
 */
export async function findPage(
  db: Db,
  filter: Filter,
  { after = null, known = after?.total, limit = searchPage + 1 }: Wanted = {},
): Promise<FoundPage> {
  const gathered = known?.all === false ? null : await gather(db, filter, after, limit);
  if (gathered) return gathered;
  const [rows, total] = await Promise.all([
    filter.sort === "nearest" ? walkTowns(db, filter, after, limit) : walk(db, filter, after, limit),
    known ?? countMembers(db, filter),
  ]);
  return { rows, total };
}

/** Null where they are not few. */
async function gather(db: Db, filter: Filter, after: Cursor | null, limit: number): Promise<FoundPage | null> {
  const { by, type, direction, beyond } = orderOf(filter);
  const next = after ? sql`and (value, member_id) ${beyond} (${after.value}::${type}, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<(FoundRow | { member_id: null }) & { members: number; everyone: number }>`
    with found as materialized (
      select member_id, fictional, ${by} as value from profiles where ${fits(filter)} limit ${few + 1}
    ), counted as (
      select count(*)::int as everyone, (count(*) filter (where not fictional))::int as members from found
    ), page as (
      select member_id, value from found where (select everyone from counted) <= ${few} ${next}
      order by value ${direction}, member_id ${direction} limit ${limit}
    )
    select members, everyone, member_id, value::text from counted left join page on true
    order by page.value ${direction}, member_id ${direction}`.execute(db);
  const { members = 0, everyone = 0 } = rows[0] ?? {};
  if (everyone > few) return null;
  return { rows: rows.filter((row) => row.member_id !== null), total: { count: members, all: true } };
}

async function countMembers(db: Db, filter: Filter): Promise<Total> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (
      select from profiles where ${fits({ ...filter, withoutFictional: true })} limit ${searchTotalCap + 1}
    ) as found`.execute(db);
  return { count: rows[0]?.count ?? 0, all: false };
}

async function walk(db: Db, filter: Filter, after: Cursor | null, limit: number): Promise<FoundRow[]> {
  const { by } = orderOf(filter);
  const next = after ? sql`and (${by}, member_id) < (${after.value}::timestamptz, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<FoundRow>`
    select member_id, ${by}::text as value from profiles where ${fits(filter)} ${next}
    order by ${by} desc, member_id desc limit ${limit}`.execute(db);
  return rows;
}

/** The nearest by their towns: those of one town, thousands in a large one, are as far as it is, in the order of their ids. */
async function walkTowns(db: Db, filter: Filter, after: Cursor | null, limit: number): Promise<FoundRow[]> {
  const distance = sql`ll_to_earth(latitude, longitude) <-> ${centre(filter)}`;
  const towns = [sql`true`];
  if (filter.country) towns.push(sql`country = ${filter.country}`);
  if (filter.region) towns.push(sql`region = ${filter.region}`);
  // a town's members are at the middle of its square kilometre
  if (filter.distance) towns.push(sql`${distance} <= ${reach(filter.distance + 1)}`);
  if (after) towns.push(sql`${distance} >= ${after.value}::float8`);
  const next = after
    ? sql`and (town.distance, town.id, member_id) >
        (${after.value}::float8, (select city_id from profiles where member_id = ${after.id}::uuid), ${after.id}::uuid)`
    : sql``;
  const { rows } = await sql<FoundRow>`
    select found.member_id, town.distance::text as value
    from (select id, ${distance} as distance from cities where ${sql.join(towns, sql` and `)}) as town
      cross join lateral (
        select member_id from profiles where ${fits(filter)} and city_id = town.id ${next}
        order by member_id limit ${limit}
      ) as found
    order by town.distance, town.id, found.member_id limit ${limit}`.execute(db);
  return rows;
}
