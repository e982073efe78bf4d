import { sql, type Updateable } from "kysely";
import { type Lockable, lockOne } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { Profiles } from "#server/db/tables.ts";
import { matchColumns } from "#server/features/profiles/index.ts";
import { findPage } from "./find-page.ts";
import type { Candidate } from "./rank.ts";
import type { Filter } from "./rules.ts";

/** Up to `limit` of the members who fit, last active first. */
export async function findRecent(db: Db, filter: Filter, limit: number): Promise<string[]> {
  const { rows } = await findPage(db, { ...filter, sort: "active" }, { viewer: null, limit });
  return rows.map((row) => row.member_id);
}

export async function findCandidates(db: Db, ids: readonly string[]): Promise<Candidate[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom("profiles")
    .select(["member_id", "last_active_at", "fictional", "automatic", ...matchColumns])
    .where("member_id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

type CodeCount = { code: string; count: number };

/** Counts without fictional profiles: that a program was active says nothing. */
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

const selectAnswers = (db: Db, memberId: string) =>
  db
    .selectFrom("profiles")
    .select(["gender", "seeks_men", "seeks_women", "prefers_min_age", "prefers_max_age", "prefers_distance"])
    .select(["goals", "prefers_body_types", sql<boolean>`preferences_at is not null`.as("answered")])
    .where("member_id", "=", memberId);

/** A member's preferences as they gave them. */
export async function findAnswers(db: Db, memberId: string) {
  return await selectAnswers(db, memberId).executeTakeFirstOrThrow();
}

/** The same, locked for a change. */
export async function lockAnswers(db: Lockable<"profiles">, memberId: string) {
  return (await lockOne(db, "profiles", selectAnswers(db, memberId), { strength: "update" })).row;
}

export type Answers = Awaited<ReturnType<typeof findAnswers>>;

export async function updateAnswers(db: Db, memberId: string, changes: Updateable<Profiles>): Promise<void> {
  await db.updateTable("profiles").set(changes).where("member_id", "=", memberId).execute();
}

/** Whether two members chat, or `otherId` likes the viewer. */
export async function isAcquainted(db: Db, viewerId: string, otherId: string): Promise<boolean> {
  const { rows } = await sql`
    select from conversation_members where member_id = ${viewerId} and other_id = ${otherId}
    union all select from likes where from_id = ${otherId} and to_id = ${viewerId} limit 1`.execute(db);
  return rows.length > 0;
}
