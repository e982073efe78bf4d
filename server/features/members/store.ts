import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import { searchPage, searchTotalCap } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import type { Cursor, Filter } from "./rules.ts";

type Where = ExpressionBuilder<DB, "profiles">;

const centre = (filter: Filter) => sql`ll_to_earth(${filter.from?.latitude ?? 0}, ${filter.from?.longitude ?? 0})`;

function fits(filter: Filter): (where: Where) => Expression<SqlBool> {
  return (where) => {
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
    if (filter.distance && filter.from) {
      const metres = filter.distance * 1000;
      all.push(sql<SqlBool>`earth_box(${centre(filter)}, ${metres}) @> place`);
      all.push(sql<SqlBool>`earth_distance(${centre(filter)}, place) <= ${metres}`);
    }
    return where.and(all);
  };
}

/**
 * One page of ids with the value they are sorted by, one more than a page to know whether there is a next.
 * Keyset paging: `after` is the last row of the page before.
 */
export async function findIds(db: Db, filter: Filter, after: Cursor | null, limit = searchPage + 1) {
  const base = db.selectFrom("profiles").select("member_id").where(fits(filter)).limit(limit);
  if (filter.sort === "nearest") {
    const distance = sql<number>`place <-> ${centre(filter)}`;
    return await base
      .select(distance.as("value"))
      .where("place", "is not", null)
      .$if(after !== null, (query) =>
        query.where(sql<SqlBool>`(${distance}, member_id) > (${after?.value}::float8, ${after?.id}::uuid)`),
      )
      .orderBy(distance)
      .orderBy("member_id")
      .execute();
  }
  const column = filter.sort === "newest" ? "created_at" : "last_active_at";
  return await base
    .select(sql<string>`${sql.ref(column)}::text`.as("value"))
    .$if(after !== null, (query) =>
      query.where(sql<SqlBool>`(${sql.ref(column)}, member_id) < (${after?.value}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy(column, "desc")
    .orderBy("member_id", "desc")
    .execute();
}

/** How many fit, counted to one above the cap and no further (D4.3). */
export async function countFitting(db: Db, filter: Filter): Promise<number> {
  const { count } = await db
    .selectFrom(
      db
        .selectFrom("profiles")
        .select("member_id")
        .where(fits(filter))
        .limit(searchTotalCap + 1)
        .as("found"),
    )
    .select((select) => select.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
