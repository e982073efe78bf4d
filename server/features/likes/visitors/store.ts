import { sql } from "kysely";
import { z } from "zod";
import { badgeCap } from "#contract/constants.ts";
import { type Locked, lockClause } from "#server/db/locks.ts";
import { type Db, prepared } from "#server/db/pool.ts";
import type { Given } from "#server/db/statement.ts";
import { areApart, visibilityColumns } from "#server/features/visibility/index.ts";

/** The last row's day and member: a position that selects no row by its id, so a forged one reveals no visit. */
export const visitCursor = z.tuple([z.iso.date(), z.uuid()]).transform(([day, id]) => ({ day, id }));

export type NewVisit = { visitorId: string; visitedId: string; siteId: number; day: string };

/** Members whose visits are recorded: listed, not fictional, and with the setting on. */
const leavesVisits = sql<boolean>`listed and leaves_visits and not fictional and not automatic`;

/** Whether a visit may be recorded and was not yet recorded that day. One query over three indexes, without a lock. */
export async function isWorthRecording(db: Db, { visitorId, visitedId, day }: NewVisit): Promise<boolean> {
  const row = await db
    .selectFrom("profiles")
    .modifyFront(prepared)
    .select("member_id")
    .where("member_id", "=", visitorId)
    .where(leavesVisits)
    .where(sql<boolean>`exists (select from profiles where member_id = ${visitedId}::uuid and not fictional)`)
    .where(
      sql<boolean>`not exists (select from visits where visited_id = ${visitedId}::uuid
        and visitor_id = ${visitorId}::uuid and visited_on >= ${day}::date)`,
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether the visit is new that day and may be recorded. It locks the profile, which has the switch. */
export async function upsertVisit(pair: Locked<"pair">, { visitorId, visitedId, siteId, day }: NewVisit) {
  const { rows } = await sql`
    insert into visits (visited_id, visitor_id, site_id, visited_on)
    select ${visitedId}::uuid, member_id, ${siteId}::smallint, ${day}::date from profiles
    where member_id = ${visitorId}::uuid and ${leavesVisits}
      and not ${areApart(sql`${visitorId}::uuid`, sql`${visitedId}::uuid`)}
    ${lockClause("profiles", "share")}
    on conflict (visited_id, visitor_id) do update set visited_on = excluded.visited_on, seen = false
      where visits.visited_on < excluded.visited_on
    returning visitor_id`.execute(pair);
  return rows.length === 1;
}

/** The visits of a member's profile after a cursor, latest day first. */
export async function findVisits(db: Db, memberId: string, after: z.output<typeof visitCursor> | null, limit: number) {
  return await db
    .selectFrom("visits")
    .select(["visitor_id", "visited_on", "seen"])
    .where("visited_id", "=", memberId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(visited_on, visitor_id) < (${after?.day}::date, ${after?.id}::uuid)`),
    )
    .orderBy("visited_on", "desc")
    .orderBy("visitor_id", "desc")
    .limit(limit)
    .execute();
}

export type VisitRow = Awaited<ReturnType<typeof findVisits>>[number];

/** The newest visitors that the member's list has not shown yet: no more than a badge counts (`badgeCap`). */
export function selectNewVisitors(db: Db, memberId: string | Given<string>) {
  return db
    .selectFrom("visits as v")
    .innerJoin("profiles as p", "p.member_id", "v.visitor_id")
    .select(["p.member_id", "p.site_id", "p.listed", "p.fictional"])
    .select(visibilityColumns(memberId, "p"))
    .where("v.visited_id", "=", memberId)
    .where(sql<boolean>`not v.seen`)
    .orderBy("v.visited_on", "desc")
    .limit(sql.lit(badgeCap + 1));
}

export async function unseenVisitsAmong(db: Db, memberId: string, visitorIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("visits")
    .select("visitor_id")
    .where("visited_id", "=", memberId)
    .where("visitor_id", "in", visitorIds)
    .where("seen", "=", false)
    .execute();
  return rows.map((row) => row.visitor_id);
}

export async function markVisitsSeen(db: Db, memberId: string, visitorIds: readonly string[]): Promise<void> {
  await db
    .updateTable("visits")
    .set({ seen: true })
    .where("visited_id", "=", memberId)
    .where("visitor_id", "in", visitorIds)
    .where("seen", "=", false)
    .execute();
}

export async function deleteVisitsOf(db: Db, visitorId: string): Promise<void> {
  await db.deleteFrom("visits").where("visitor_id", "=", visitorId).execute();
}
