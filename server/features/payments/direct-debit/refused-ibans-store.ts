import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

/** The holder said that they never agreed, so staff refuse the account on the site whose key it is. */
export async function isIbanRefused(db: Db, siteId: number, ibanKey: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom("refused_ibans")
    .select("refused_at")
    .where("site_id", "=", siteId)
    .where("iban_key", "=", ibanKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** The account of a direct debit, by what outlives the member: the keyed hash of its use. */
const ofPayment = (paymentId: string) =>
  sql`select site_id, iban_key from direct_debit_uses where payment_id = ${paymentId}`;

/** Refuses the bank account of a direct debit from now on; false if it is refused already, or is not known any more. */
export async function barIbanOf(db: Db, paymentId: string, now: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into refused_ibans (site_id, iban_key, payment_id, refused_at)
    select site_id, iban_key, ${paymentId}, ${now} from (${ofPayment(paymentId)} limit 1) used
    on conflict do nothing`.execute(db);
  return numAffectedRows > 0n;
}

/** Accepts the bank account of a direct debit again; false if it is not refused. */
export async function unbarIbanOf(db: Db, paymentId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from refused_ibans where (site_id, iban_key) in (${ofPayment(paymentId)})`.execute(db);
  return numAffectedRows > 0n;
}

/** Since when the bank account of a direct debit is refused; null: it is not. */
export async function findIbanRefusal(db: Db, paymentId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(refused_at) as at from refused_ibans where (site_id, iban_key) in (${ofPayment(paymentId)})`.execute(db);
  return rows[0]?.at ?? null;
}
