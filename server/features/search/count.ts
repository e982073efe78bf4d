import { sql } from "kysely";
import { searchTotalCap } from "#contract/constants.ts";
import type { SearchQuery } from "#contract/members.ts";
import type { Db } from "#server/db/pool.ts";
import { defineStatement, given } from "#server/db/statement.ts";
import type { ViewContext, ViewerProfile } from "#server/features/profiles/index.ts";
import { cachePerDatabase, createReadCache } from "#server/lib/timed-cache.ts";
import { fits, hasOnePlan, type Shape, type Source, shapeOf } from "./conditions.ts";
import { type Filter, toFilter } from "./rules.ts";

const commonInterests = cachePerDatabase(() => createReadCache<string[]>({ max: 1, ttlMs: 600_000 }));

/** The interests from the most common to the rarest, by the planner's statistics, which may not list all of them. */
async function readCommonInterests(db: Db): Promise<string[]> {
  const { rows } = await sql<{ codes: string[] | null }>`
    select most_common_vals::text::text[] as codes from pg_stats
    where schemaname = current_schema and tablename = 'interest_holders' and attname = 'interest'`.execute(db);
  return rows[0]?.codes ?? [];
}

/** A search reads its holders only. Null if another filter is more selective, or not for `interest_holders`. */
export async function findRarestInterest(db: Db, filter: Filter): Promise<string | null> {
  const { interests, region, distance, activeAfter, joinedAfter, viewerId, height, answers } = filter;
  if (interests.length === 0 || region || distance || activeAfter || joinedAfter || !viewerId) return null;
  if (height || answers.length > 0) return null;
  const commonFirst = await commonInterests(db).get("interests", filter.now, () => readCommonInterests(db));
  const rank = (code: string) => (commonFirst.includes(code) ? commonFirst.indexOf(code) : commonFirst.length);
  return interests.reduce((rarest, code) => (rank(code) > rank(rarest) ? code : rarest));
}

type Input = Filter & { interest: string | null };

/** Counts those who fit, up to one more than the cap. */
const countStatement = defineStatement<Input, Shape & { source: Source }, { count: number }>((shape) => {
  const interest = given<Input>((input) => input.interest);
  const holders = shape.source === "interest_holders" ? sql`interest = ${interest} and` : sql``;
  return sql`select count(*)::int as count from (
      select from ${sql.ref(shape.source)} where ${holders} ${fits(shape, shape.source)} limit ${sql.lit(searchTotalCap + 1)}
    ) as found`;
}, hasOnePlan);

/** How many members fit, without fictional profiles, up to one more than the cap. */
export async function countMembers(db: Db, filter: Filter): Promise<number> {
  const members = { ...filter, withoutFictional: true };
  const interest = await findRarestInterest(db, filter);
  const source = interest === null ? "profiles" : "interest_holders";
  const rows = await countStatement.run(db, { ...shapeOf(members), source }, { ...members, interest });
  return rows[0]?.count ?? 0;
}

/** How many members fit this viewer's search, without fictional profiles; `capped` if more than the cap. */
export async function countFitting(
  ctx: ViewContext,
  query: SearchQuery,
  viewer: ViewerProfile,
): Promise<{ count: number; capped: boolean }> {
  const count = await countMembers(ctx.db, toFilter(query, ctx.site.id, viewer, ctx.now));
  return { count: Math.min(count, searchTotalCap), capped: count > searchTotalCap };
}
