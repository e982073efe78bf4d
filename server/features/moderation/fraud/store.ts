import { type Insertable, type RawBuilder, sql } from "kysely";
import { fraudGrounds } from "#contract/fraud-warnings.ts";
import type { Locked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { FraudWarnings } from "#server/db/tables.ts";

/** Returns undefined if the member has this warning, or one about the same member that was not lifted. */
export async function insertWarning(db: Db, warning: Insertable<FraudWarnings>): Promise<string | undefined> {
  const inserted = await db
    .insertInto("fraud_warnings")
    .values(warning)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted?.id;
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

/**
 * SQL: banned for fraud now. This decision may be lifted, while a ban for something else stands, or another fraud. A
 * deleted account can be banned, too, which its status does not say.
 */
const isFraud = (decisionId: RawBuilder<unknown>) => sql<boolean>`(
  accounts.status = 'banned' and not exists (select from statements s where s.member_id = accounts.id
    and s.decision_id = ${decisionId} and s.side = 'owner' and s.lifted_at is not null)
  or accounts.status in ('banned', 'deleted') and exists (select from statements s where s.member_id = accounts.id
    and s.side = 'owner' and s.decision = 'banned' and s.ground = any(${[...fraudGrounds]}) and s.lifted_at is null))`;

/** The receivers of warnings about a member that were not lifted, although the ban for fraud was. */
export async function findUnfounded(
  db: Db,
  aboutId: string,
  { after, limit }: { after: string | undefined; limit: number },
) {
  return await db
    .selectFrom("fraud_warnings")
    .innerJoin("accounts", "accounts.id", "fraud_warnings.about_id")
    .select(["fraud_warnings.id", "fraud_warnings.member_id", "fraud_warnings.site_id", "about_name"])
    .where("about_id", "=", aboutId)
    .where("lifted_at", "is", null)
    .where((where) => where.not(isFraud(sql.ref("fraud_warnings.decision_id"))))
    .$if(after !== undefined, (query) => query.where("fraud_warnings.id", ">", String(after)))
    .orderBy("fraud_warnings.id")
    .limit(limit)
    .execute();
}

/** Marks a warning as lifted; false if it was, or if the member, whose account is locked, is banned for fraud again. */
export async function markWarningLifted(db: Locked<"accounts">, id: string, now: Date): Promise<boolean> {
  const lifted = await db
    .updateTable("fraud_warnings")
    .from("accounts")
    .set({ lifted_at: now })
    .whereRef("accounts.id", "=", "fraud_warnings.about_id")
    .where("fraud_warnings.id", "=", id)
    .where("lifted_at", "is", null)
    .where((where) => where.not(isFraud(sql.ref("fraud_warnings.decision_id"))))
    .executeTakeFirst();
  return lifted.numUpdatedRows === 1n;
}

/** A member's name and site; undefined if they are not banned for fraud any more, or erased. */
export async function findBanned(db: Db, memberId: string, decisionId: string) {
  return await db
    .selectFrom("accounts")
    .select(["name", "site_id"])
    .where("id", "=", memberId)
    .where(isFraud(sql`${decisionId}`))
    .executeTakeFirst();
}
