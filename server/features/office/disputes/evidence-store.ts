import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

/** The most rows of each kind that a file of evidence has. */
const most = 200;

/** How a bank's chargebacks of a payment are named by the provider. */
export async function listDisputesOf(db: Db, paymentId: string) {
  return await db
    .selectFrom("chargebacks")
    .select(["created_at", "reversed_at", "amount_minor", "provider_reference"])
    .where("payment_id", "=", paymentId)
    .orderBy("created_at")
    .execute();
}

/** Logins whose sessions are stored, oldest first, with the country of the address that each came from. */
export async function listLogins(db: Db, memberId: string) {
  return await db
    .selectFrom("sessions")
    .select(["created_at", "used_at", "country", "user_agent"])
    .where("account_id", "=", memberId)
    .orderBy("created_at")
    .limit(most)
    .execute();
}

/**
 * What the member agreed to when they signed up, in its words. Other consents are about what a member is or likes: a
 * bank has no need of them.
 */
export async function findSignupConsent(db: Db, memberId: string) {
  return await db
    .selectFrom("consents")
    .select(["created_at", "words", "language"])
    .where("member_id", "=", memberId)
    .where("subject", "=", "sexuality")
    .where("given", "=", true)
    .where("words", "is not", null)
    .orderBy("created_at")
    .orderBy("id")
    .executeTakeFirst();
}

/** Mails about new terms of the site. */
export async function listTermsMails(db: Db, memberId: string) {
  return await db
    .selectFrom("terms_notices as n")
    .innerJoin("terms_versions as v", "v.id", "n.version_id")
    .select(["n.mailed_at", "n.agreed_at", sql<string | null>`to_char(v.applies_on, 'YYYY-MM-DD')`.as("applies_on")])
    .where("n.account_id", "=", memberId)
    .orderBy("n.mailed_at")
    .limit(most)
    .execute();
}
