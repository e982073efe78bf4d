import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "#server/db/tables.ts";
import { blockedOf } from "#server/features/visibility/index.ts";
import { centre, reach } from "./earth.ts";
import { boxAround, type Filter } from "./rules.ts";
import { standingIn } from "./score.ts";

function within(filter: Filter, distance: number): Expression<SqlBool>[] {
  if (!filter.from) return [];
  const where = expressionBuilder<DB, "profiles">();
  const { latitudes, longitudes } = boxAround(filter.from, distance);
  const all = [where.between("latitude_band", latitudes.from, latitudes.to)];
  if (longitudes) all.push(where.between("longitude_band", longitudes.from, longitudes.to));
  return [...all, sql<SqlBool>`place <-> ${centre(filter)} <= ${reach(distance)}`];
}

/**
 * All of these interests. Within `case` the planner believes that every second member has them, on its own it takes one in
 * 200 for granted; too many is the better mistake, for the others it plans without the order's index.
 */
function hasAll(interests: readonly string[]): Expression<SqlBool> {
  // made once, not for each row
  const bits = sql`(select interest_bits(${interests}::text[]))`;
  return sql<SqlBool>`case when interest_bits & ${bits} = ${bits} then true else false end`;
}

/** The filter as a condition on `profiles` or, where it is one for them (`rarestInterest`), on `interest_holders`. */
export function fits(filter: Filter, table: "profiles" | "interest_holders" = "profiles"): Expression<SqlBool> {
  const where = expressionBuilder<DB, "profiles">();
  return where.and([where("gender", "in", filter.genders), fitsButGender(filter, table)]);
}

/** The same without the genders, for a statement that compares them one by one. */
export function fitsButGender(
  filter: Filter,
  table: "profiles" | "interest_holders" = "profiles",
): Expression<SqlBool> {
  const where = expressionBuilder<DB, "profiles">();
  const all: Expression<SqlBool>[] = [where("site_id", "=", filter.siteId)];
  if (table === "profiles") all.push(where("listed", "=", true));
  if (filter.lookingFor === "male") all.push(where("seeks_men", "=", true));
  if (filter.lookingFor === "female") all.push(where("seeks_women", "=", true));
  if (filter.country) all.push(where("country", "=", filter.country));
  if (filter.region) all.push(where("region", "=", filter.region));
  if (filter.bornAfter) all.push(where("date_of_birth", ">", filter.bornAfter));
  if (filter.bornBy) all.push(where("date_of_birth", "<=", filter.bornBy));
  if (filter.activeAfter) all.push(where("last_active_at", ">", filter.activeAfter));
  if (filter.joinedAfter) all.push(where("created_at", ">", filter.joinedAfter));
  if (filter.withPhoto) all.push(where("shows_photo", "=", true));
  // the holders of one interest have it
  if (filter.interests.length > (table === "profiles" ? 0 : 1)) all.push(hasAll(filter.interests));
  if (filter.withoutFictional) all.push(where("fictional", "=", false));
  if (filter.not) all.push(where("member_id", "<>", filter.not));
  // a hash of some few ids, made once: whichever index finds who fits answers this too
  if (filter.not && filter.withBlocks) all.push(where("member_id", "not in", blockedOf(filter.not)));
  if (filter.distance) all.push(...within(filter, filter.distance));
  if (filter.sort === "nearest") all.push(where("latitude_band", "is not", null));
  return where.and(all);
}

/** A moment that a cursor tells in microseconds. */
export function moment(microseconds: string) {
  const all = microseconds.padStart(4, "0");
  const milliseconds = new Date(Number(all.slice(0, -3))).toISOString().replace("Z", "");
  return sql`${`${milliseconds}${all.slice(-3)}Z`}::timestamptz`;
}
export const inMicroseconds = (value: Expression<unknown>) =>
  sql<string>`(extract(epoch from ${value}) * 1000000)::bigint::text`;

/** What a sort goes by and in which direction, and its value as a cursor tells it. */
export function orderOf(filter: Filter) {
  if (filter.sort === "nearest") {
    const by = sql`place <-> ${centre(filter)}`;
    const write = (value: Expression<unknown>) => sql<string>`${value}::text`;
    return { by, write, read: (value: string) => sql`${value}::float8`, direction: sql`asc`, beyond: sql`>` };
  }
  if (filter.sort === "for_you") {
    const write = (value: Expression<unknown>) => sql<string>`${value}::text`;
    const read = (value: string) => sql`${value}::bigint`;
    return { by: standingIn(filter), write, read, direction: sql`desc`, beyond: sql`<` };
  }
  const by = sql.ref(filter.sort === "newest" ? "created_at" : "last_active_at");
  return { by, write: inMicroseconds, read: moment, direction: sql`desc`, beyond: sql`<` };
}
