import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import { searchPage, searchTotalCap } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import { boxAround, type Cursor, type Filter } from "./rules.ts";

/** A member found, with the value they are sorted by, every digit of it. */
export type FoundRow = { member_id: string; value: string };
/** One page, one more than was asked for where there is a next; `count` stops at one above the cap (D4.3). */
export type FoundPage = { rows: FoundRow[]; count: number };

const centre = (filter: Filter) => sql`ll_to_earth(${filter.from?.latitude ?? 0}, ${filter.from?.longitude ?? 0})`;
/** A way on the ground in kilometres as the straight one through the earth, which `<->` measures. */
const reach = (kilometres: number) => sql`gc_to_sec(${kilometres * 1000})`;

function within(filter: Filter, distance: number): Expression<SqlBool>[] {
  if (!filter.from) return [];
  const { south, north, sides } = boxAround(filter.from, distance);
  const bands = sql<SqlBool>`latitude_band between floor(${south}::float8 * 4) and floor(${north}::float8 * 4)`;
  const columns = sides ? [sql<SqlBool>`longitude between ${sides.west}::float8 and ${sides.east}::float8`] : [];
  return [bands, ...columns, sql<SqlBool>`place <-> ${centre(filter)} <= ${reach(distance)}`];
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
  if (filter.sort === "nearest") all.push(where("place", "is not", null));
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

/**
 * A page of the members who fit, from after `after` on (R1.02, D4.3). All who fit are gathered, counted and sorted where
 * they are few, up to the cap; where they are more, one in every so many rows fits, and the order is walked instead.
 */
export async function findPage(
  db: Db,
  filter: Filter,
  after: Cursor | null,
  limit = searchPage + 1,
): Promise<FoundPage> {
  const gathered = after && after.count > searchTotalCap ? after : await gather(db, filter, after, limit);
  if ("rows" in gathered && gathered.count <= searchTotalCap) return gathered;
  const rows = filter.sort === "nearest" ? walkTowns(db, filter, after, limit) : walk(db, filter, after, limit);
  return { rows: await rows, count: gathered.count };
}

async function gather(db: Db, filter: Filter, after: Cursor | null, limit: number): Promise<FoundPage> {
  const { by, type, direction, beyond } = orderOf(filter);
  const next = after ? sql`where (found.value, member_id) ${beyond} (${after.value}::${type}, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<FoundRow & { count: number }>`
    with found as materialized (
      select member_id, ${by} as value from profiles where ${fits(filter)} limit ${searchTotalCap + 1}
    )
    select member_id, found.value::text as value, (select count(*) from found)::int as count
    from found ${next}
    order by found.value ${direction}, member_id ${direction} limit ${limit}`.execute(db);
  return { rows, count: rows[0]?.count ?? after?.count ?? 0 };
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
  const towns = [
    filter.country && sql`country = ${filter.country}`,
    filter.region && sql`region = ${filter.region}`,
    // a town's members are at the middle of its square kilometre
    filter.distance && sql`${distance} <= ${reach(filter.distance + 1)}`,
    after && sql`${distance} >= ${after.value}::float8`,
  ].filter((condition) => condition !== null && condition !== undefined && condition !== "" && condition !== 0);
  const next = after
    ? sql`and (town.distance, town.id, member_id) >
        (${after.value}::float8, (select city_id from profiles where member_id = ${after.id}::uuid), ${after.id}::uuid)`
    : sql``;
  const { rows } = await sql<FoundRow>`
    select found.member_id, town.distance::text as value
    from (select id, ${distance} as distance from cities where ${sql.join([sql`true`, ...towns], sql` and `)}) as town
      cross join lateral (
        select member_id from profiles where ${fits(filter)} and city_id = town.id ${next}
        order by member_id limit ${limit}
      ) as found
    order by town.distance, town.id, found.member_id limit ${limit}`.execute(db);
  return rows;
}
