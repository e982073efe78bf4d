import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

export type NewWarning = {
  siteId: number;
  memberId: string;
  aboutId: string;
  aboutName: string;
  decisionId: string;
  ground: string;
  lastAt: Date;
  now: Date;
};

/**
 * Stores a warning; undefined if the member has it, or one about the same member that was not lifted: they were told
 * already.
 */
export async function insertWarning(db: Db, warning: NewWarning): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into fraud_warnings (site_id, member_id, about_id, about_name, decision_id, ground, last_at, credits, warned_at)
    values (${warning.siteId}, ${warning.memberId}, ${warning.aboutId}, ${warning.aboutName},
      ${warning.decisionId}, ${warning.ground}, ${warning.lastAt}, 0, ${warning.now})
    on conflict do nothing returning id`.execute(db);
  return rows[0]?.id;
}

export async function setCredits(db: Db, id: string, credits: number): Promise<void> {
  await db.updateTable("fraud_warnings").set({ credits }).where("id", "=", id).execute();
}

/** A warning that a member got; undefined if it is not theirs. */
export async function findWarning(db: Db, memberId: string, id: string) {
  return await db
    .selectFrom("fraud_warnings as w")
    .innerJoin("profiles as p", "p.member_id", "w.member_id")
    .select(["w.about_name", "w.ground", "w.last_at", "w.credits", "w.warned_at", "w.lifted_at", "p.country"])
    .where("w.id", "=", id)
    .where("w.member_id", "=", memberId)
    .executeTakeFirst();
}

/** The receivers of warnings about a member that were not lifted. */
export async function findStanding(db: Db, aboutId: string, limit: number) {
  return await db
    .selectFrom("fraud_warnings")
    .select(["id", "member_id", "site_id", "about_name"])
    .where("about_id", "=", aboutId)
    .where("lifted_at", "is", null)
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function markWarningLifted(db: Db, id: string, now: Date): Promise<boolean> {
  const lifted = await db
    .updateTable("fraud_warnings")
    .set({ lifted_at: now })
    .where("id", "=", id)
    .where("lifted_at", "is", null)
    .executeTakeFirst();
  return lifted.numUpdatedRows === 1n;
}

/** A banned member's name and site; undefined if they are not banned any more, or erased. */
export async function findBanned(db: Db, memberId: string) {
  return await db
    .selectFrom("accounts")
    .select(["name", "site_id"])
    .where("id", "=", memberId)
    .where("status", "=", "banned")
    .executeTakeFirst();
}
