import { type Insertable, type Selectable, sql } from "kysely";
import { unpaidStatuses } from "#contract/payments.ts";
import type { Db } from "#server/db/pool.ts";
import type { DirectDebits } from "#server/db/tables.ts";
import { fail } from "#server/http/fail.ts";

export type DirectDebitRow = Selectable<DirectDebits>;

export type DirectDebitKey = { id: string; memberId: string; siteId: number };

/** Throws `direct_debit_not_confirmed`: text messages cost money, so only confirmed accounts get some. */
export async function assertConfirmed(db: Db, memberId: string): Promise<void> {
  const account = await db.selectFrom("accounts").select("status").where("id", "=", memberId).executeTakeFirst();
  if (!account || account.status === "not_confirmed") throw fail("direct_debit_not_confirmed");
}

export async function insertDirectDebit(db: Db, row: Insertable<DirectDebits>): Promise<DirectDebitRow> {
  return await db.insertInto("direct_debits").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Deletes a member's unconfirmed direct debits, so that only one code at a time is valid. */
export async function deleteUnconfirmed(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom("direct_debits").where("member_id", "=", memberId).where("confirmed_at", "is", null).execute();
}

export async function findDirectDebit(
  db: Db,
  { id, memberId, siteId }: DirectDebitKey,
): Promise<DirectDebitRow | undefined> {
  return await db
    .selectFrom("direct_debits")
    .selectAll()
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .where("site_id", "=", siteId)
    .executeTakeFirst();
}

export async function setCode(
  db: Db,
  id: string,
  code: { hash: Buffer; sentAt: Date; expiresAt: Date; tries: number },
): Promise<DirectDebitRow | undefined> {
  return await db
    .updateTable("direct_debits")
    .set({ code_hash: code.hash, code_sent_at: code.sentAt, code_expires_at: code.expiresAt, tries_left: code.tries })
    .where("id", "=", id)
    .where("confirmed_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}

export async function consumeAttempt(db: Db, id: string): Promise<number> {
  const { tries_left } = await db
    .updateTable("direct_debits")
    .set({ tries_left: sql`tries_left - 1` })
    .where("id", "=", id)
    .returning("tries_left")
    .executeTakeFirstOrThrow();
  return tries_left;
}

/** Sets or clears (null) the confirmation of a direct debit, unless its payment is ordered. */
export async function setConfirmed(db: Db, id: string, confirmedAt: Date | null): Promise<void> {
  await db
    .updateTable("direct_debits")
    .set({ confirmed_at: confirmedAt })
    .where("id", "=", id)
    .where("payment_id", "is", null)
    .execute();
}

/** Stores the payment of a direct debit, and what is left of its personal data; false if done before. */
export async function setOrdered(
  db: Db,
  id: string,
  ordered: { paymentId: string; phone: string; accountHolder: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("direct_debits")
    .set({
      payment_id: ordered.paymentId,
      phone: ordered.phone,
      account_holder: ordered.accountHolder,
      iban_sealed: null,
      confirmed_at: sql`coalesce(confirmed_at, ${ordered.now})`,
    })
    .where("id", "=", id)
    .where("payment_id", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

type Collection = { collect_on: string; mandate_reference: string; iban_masked: string };

/** When payments by direct debit are collected, `YYYY-MM-DD`, by which mandate and from which account, by their ids. */
export async function listCollections(db: Db, paymentIds: readonly string[]): Promise<Map<string, Collection>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("direct_debits")
    .innerJoin("payments", "payments.id", "direct_debits.payment_id")
    .select(["payments.id", "direct_debits.collect_on", "direct_debits.mandate_reference", "direct_debits.iban_masked"])
    .where("payments.id", "in", paymentIds)
    .execute();
  return new Map(rows.map(({ id, ...collection }) => [id, collection]));
}

/** The sum of a member's direct debits confirmed after `since`, minor units, without failed and cancelled ones. */
export async function sumSince(db: Db, memberId: string, since: Date): Promise<number> {
  const { sum } = await db
    .selectFrom("direct_debits")
    .leftJoin("payments", "payments.id", "direct_debits.payment_id")
    .select(sql<number>`coalesce(sum(direct_debits.amount_minor), 0)::int`.as("sum"))
    .where("direct_debits.member_id", "=", memberId)
    .where("direct_debits.confirmed_at", ">", since)
    .where(sql<boolean>`coalesce(payments.status, 'open') <> all(${[...unpaidStatuses]}::text[])`)
    .executeTakeFirstOrThrow();
  return sum;
}

/** Erases the IBANs of direct debits that were confirmed before a time, and whose order did not reach the provider. */
export async function eraseUnusedIbans(db: Db, before: Date): Promise<void> {
  await db
    .updateTable("direct_debits")
    .set({ iban_sealed: null })
    .where("created_at", "<", before)
    .where("payment_id", "is", null)
    .where("iban_sealed", "is not", null)
    .execute();
}

/** Deletes direct debits that were confirmed before a time, but for which no order was ever stored, and their uses. */
export async function deleteUnordered(db: Db, before: Date): Promise<void> {
  await sql`
    delete from direct_debits where confirmed_at < ${before} and payment_id is null
      and not exists (select from payments
        where payments.member_id = direct_debits.member_id and payments.key = direct_debits.id)`.execute(db);
  await sql`
    delete from direct_debit_uses where confirmed_at < ${before} and payment_id is null
      and not exists (select from direct_debits where direct_debits.id = direct_debit_uses.id)`.execute(db);
}
