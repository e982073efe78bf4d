import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "#server/db/tables.ts";
import { openToVisitors, selectBlockedIds } from "#server/features/visibility/index.ts";
import { centre, chordLength } from "./earth.ts";
import { boxAround, type Filter } from "./rules.ts";
import { isProgram, rankValueOf } from "./score.ts";

/** The box and the circle around the viewer's home; no conditions if the home is unknown. */
function withinDistance(filter: Filter, distance: number): Expression<SqlBool>[] {
  if (!filter.homePoint) return [];
  const where = expressionBuilder<DB, "profiles">();
  const { latitudes, longitudes } = boxAround(filter.homePoint, distance);
  const inBox = [where.between("latitude_band", latitudes.from, latitudes.to)];
  if (longitudes) inBox.push(where.between("longitude_band", longitudes.from, longitudes.to));
  const inCircle = sql<SqlBool>`place <-> ${centre(filter)} <= ${chordLength(distance)}`;
  return [...inBox, inCircle];
}

/**
 * Whether a member has all of these interests. With `case` the planner estimates that half of the members match,
 * without it one in 200. Overestimating is better: if it expects few matches, it does not use the index of the sort
 * order.
 */
function hasAll(interests: readonly string[]): Expression<SqlBool> {
  // computed once, not for each row
  const bits = sql`(select interest_bits(${interests}::text[]))`;
  return sql<SqlBool>`case when interest_bits & ${bits} = ${bits} then true else false end`;
}

/** The filter as a condition on `profiles`, or on `interest_holders` if `rarestInterest` found an interest. */
export function fits(filter: Filter, table: "profiles" | "interest_holders" = "profiles"): Expression<SqlBool> {
  const where = expressionBuilder<DB, "profiles">();
  // a viewer who has withdrawn the consent to who they look for finds no one (D11.5)
  const wanted = filter.genders.length > 0 ? where("gender", "in", filter.genders) : sql<SqlBool>`false`;
  return where.and([wanted, fitsExceptGender(filter, table)]);
}

/** The filter's condition without the genders, for a statement that walks the genders one by one. */
export function fitsExceptGender(
  filter: Filter,
  table: "profiles" | "interest_holders" = "profiles",
): Expression<SqlBool> {
  const where = expressionBuilder<DB, "profiles">();
  const conditions: Expression<SqlBool>[] = [where("site_id", "=", filter.siteId)];
  if (table === "profiles") conditions.push(where("listed", "=", true));
  if (filter.lookingFor === "male") conditions.push(where("seeks_men", "=", true));
  if (filter.lookingFor === "female") conditions.push(where("seeks_women", "=", true));
  if (filter.country) conditions.push(where("country", "=", filter.country));
  if (filter.region) conditions.push(where("region", "=", filter.region));
  if (filter.bornAfter) conditions.push(where("date_of_birth", ">", filter.bornAfter));
  if (filter.bornBy) conditions.push(where("date_of_birth", "<=", filter.bornBy));
  // a program is never online (D11.1)
  if (filter.activeAfter)
    conditions.push(where("last_active_at", ">", filter.activeAfter), where("automatic", "=", false));
  if (filter.joinedAfter) conditions.push(where("created_at", ">", filter.joinedAfter));
  if (filter.withPhoto) conditions.push(where("shows_photo", "=", true));
  // with one interest, `interest_holders` already restricts the search to members who have it
  if (filter.interests.length > (table === "profiles" ? 0 : 1)) conditions.push(hasAll(filter.interests));
  if (filter.withoutFictional) conditions.push(where("fictional", "=", false));
  if (filter.withoutPrograms) conditions.push(sql<SqlBool>`not ${isProgram}`);
  if (filter.viewerId) conditions.push(where("member_id", "<>", filter.viewerId));
  else conditions.push(openToVisitors());
  // a hash of a few ids, built once per statement, so it works with any index
  if (filter.viewerId && filter.withBlocks)
    conditions.push(where("member_id", "not in", selectBlockedIds(filter.viewerId)));
  if (filter.distance) conditions.push(...withinDistance(filter, filter.distance));
  if (filter.sort === "nearest") conditions.push(where("latitude_band", "is not", null));
  return where.and(conditions);
}

/** A moment from a cursor's microseconds. */
export function timestampFromMicroseconds(microseconds: string) {
  const digits = microseconds.padStart(4, "0");
  const milliseconds = new Date(Number(digits.slice(0, -3))).toISOString().replace("Z", "");
  return sql`${`${milliseconds}${digits.slice(-3)}Z`}::timestamptz`;
}
export const inMicroseconds = (value: Expression<unknown>) =>
  sql<string>`(extract(epoch from ${value}) * 1000000)::bigint::text`;

/** The expression to sort by, its direction, and how a cursor writes and reads its value. */
export function orderOf(filter: Filter) {
  if (filter.sort === "nearest") {
    const by = sql`place <-> ${centre(filter)}`;
    const write = (value: Expression<unknown>) => sql<string>`${value}::text`;
    return { by, write, read: (value: string) => sql`${value}::float8`, direction: sql`asc`, beyond: sql`>` };
  }
  if (filter.sort === "for_you") {
    const write = (value: Expression<unknown>) => sql<string>`${value}::text`;
    const read = (value: string) => sql`${value}::bigint`;
    return { by: rankValueOf(filter), write, read, direction: sql`desc`, beyond: sql`<` };
  }
  const by = sql.ref(filter.sort === "newest" ? "created_at" : "last_active_at");
  return { by, write: inMicroseconds, read: timestampFromMicroseconds, direction: sql`desc`, beyond: sql`<` };
}
