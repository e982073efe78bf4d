import { sql } from "kysely";
import { unpaidStatuses } from "#contract/payments.ts";
import { type Lockable, lockKeys } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";

/** Keyed hashes of a bank account and a phone, each for one site. */
export type PayerKeys = { iban: Buffer; phone: Buffer };

/** Locks a bank account and a phone until the transaction ends, so that two accounts can't exceed a limit together. */
export async function lockPayer(db: Lockable<"payer">, { iban, phone }: PayerKeys): Promise<void> {
  await lockKeys(db, "payer", [iban, phone]);
}

type Exposure = { iban: number; phone: number; unproven: number; isProven: boolean; barredBy: string | null };

/** Minor units: since a time, and not yet completed (`unproven`). `barredBy`: the payment that was charged back. */
export async function findExposure(db: Db, { iban, phone }: PayerKeys, since: Date): Promise<Exposure> {
  const { rows } = await sql<Exposure>`
    select
      coalesce(sum(u.amount_minor) filter (where u.iban_key = ${iban} and u.confirmed_at > ${since}), 0)::int as iban,
      coalesce(sum(u.amount_minor) filter (where u.phone_key = ${phone} and u.confirmed_at > ${since}), 0)::int as phone,
      coalesce(sum(u.amount_minor) filter (where coalesce(p.status, 'open') <> 'completed'), 0)::int as unproven,
      coalesce(bool_or(u.iban_key = ${iban} and p.status = 'completed' and p.charged_back_minor = 0), false)
        as "isProven",
      (array_agg(u.payment_id order by u.barred_at) filter (where u.barred_at is not null))[1] as "barredBy"
    from direct_debit_uses u left join payments p on p.id = u.payment_id
    where (u.iban_key = ${iban} or u.phone_key = ${phone})
      and coalesce(p.status, 'open') <> all(${[...unpaidStatuses]}::text[])`.execute(db);
  return rows[0] ?? { iban: 0, phone: 0, unproven: 0, isProven: false, barredBy: null };
}

type NewUse = { id: string; siteId: number; keys: PayerKeys; amount: number; now: Date };

export async function insertDebitUse(db: Db, { id, siteId, keys, amount, now }: NewUse): Promise<void> {
  await db
    .insertInto("direct_debit_uses")
    .values({
      id,
      site_id: siteId,
      iban_key: keys.iban,
      phone_key: keys.phone,
      amount_minor: amount,
      confirmed_at: now,
    })
    .execute();
}

export async function deleteUse(db: Db, id: string): Promise<void> {
  await db.deleteFrom("direct_debit_uses").where("id", "=", id).where("payment_id", "is", null).execute();
}

export async function setUseOrdered(db: Db, id: string, paymentId: string): Promise<void> {
  await db.updateTable("direct_debit_uses").set({ payment_id: paymentId }).where("id", "=", id).execute();
}

/** Refuses the bank account and the phone of a payment that was charged back. */
export async function barPayer(db: Db, paymentId: string, now: Date): Promise<void> {
  await db
    .updateTable("direct_debit_uses")
    .set({ barred_at: sql`coalesce(barred_at, ${now})` })
    .where("payment_id", "=", paymentId)
    .execute();
}

/** Accepts the bank accounts and phones of a member again; false if none was refused. */
export async function unbarPayer(db: Db, memberId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update direct_debit_uses set barred_at = null
    where barred_at is not null and (
      iban_key in (select iban_key from direct_debits where member_id = ${memberId})
      or phone_key in (select phone_key from direct_debits where member_id = ${memberId}))`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Accepts again what a payment that was charged back barred: its bank account and phone, in any account. */
export async function unbarPayment(db: Db, paymentId: string): Promise<void> {
  await sql`
    update direct_debit_uses u set barred_at = null from direct_debit_uses cause
    where cause.payment_id = ${paymentId} and u.barred_at is not null
      and (u.iban_key = cause.iban_key or u.phone_key = cause.phone_key)`.execute(db);
}
