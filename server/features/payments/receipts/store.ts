import { type Insertable, type Selectable, sql } from "kysely";
import { type Receipt, type ReceiptSeller, receiptSeller } from "#contract/receipts.ts";
import type { Db } from "#server/db/pool.ts";
import type { Receipts } from "#server/db/tables.ts";

/** The next number of a company in a year. Its counter stays locked until the transaction ends. */
export async function takeNumber(db: Db, companyId: number, year: number): Promise<number> {
  const { last } = await db
    .insertInto("receipt_counters")
    .values({ company_id: companyId, year, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(["company_id", "year"]).doUpdateSet({ last: sql`receipt_counters.last + 1` }),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return last;
}

export async function insertReceipt(
  db: Db,
  { seller, ...receipt }: Omit<Insertable<Receipts>, "seller"> & { seller: ReceiptSeller },
): Promise<void> {
  await db
    .insertInto("receipts")
    .values({ ...receipt, seller: JSON.stringify(seller) })
    .execute();
}

export type ReceiptRow = Omit<Selectable<Receipts>, "kind" | "seller"> & {
  kind: Receipt["kind"];
  seller: ReceiptSeller;
  corrects: { year: number; number: number } | null;
};

const toReceipt = (
  row: Selectable<Receipts> & { corrects_year: number | null; corrects_number: number | null },
): ReceiptRow => ({
  ...row,
  // the check constraint allows these kinds only
  kind: row.kind as Receipt["kind"],
  seller: receiptSeller.parse(row.seller),
  corrects:
    row.corrects_year === null || row.corrects_number === null
      ? null
      : { year: row.corrects_year, number: row.corrects_number },
});

const readReceipts = (db: Db) =>
  db
    .selectFrom("receipts")
    .leftJoin("receipts as corrected", "corrected.id", "receipts.corrects_id")
    .selectAll("receipts")
    .select(["corrected.year as corrects_year", "corrected.number as corrects_number"]);

type Own = { memberId: string; siteId: number };

export async function listReceipts(db: Db, own: Own & { paymentId: string }): Promise<ReceiptRow[]> {
  const rows = await readReceipts(db)
    .where("receipts.payment_id", "=", own.paymentId)
    .where("receipts.member_id", "=", own.memberId)
    .where("receipts.site_id", "=", own.siteId)
    .orderBy("receipts.issued_at")
    .orderBy("receipts.id")
    .execute();
  return rows.map(toReceipt);
}

export async function findReceipt(db: Db, own: Own & { id: string }): Promise<ReceiptRow | undefined> {
  const row = await readReceipts(db)
    .where("receipts.id", "=", own.id)
    .where("receipts.member_id", "=", own.memberId)
    .where("receipts.site_id", "=", own.siteId)
    .executeTakeFirst();
  return row && toReceipt(row);
}

/** The receipt that a payment got on completion; not its credit notes, and not the receipts that replaced those. */
export async function findReceiptOf(db: Db, paymentId: string): Promise<Selectable<Receipts> | undefined> {
  return await db
    .selectFrom("receipts")
    .selectAll()
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "receipt")
    .where("chargeback_id", "is", null)
    .executeTakeFirst();
}

export async function findNoteOf(db: Db, chargebackId: string): Promise<Selectable<Receipts> | undefined> {
  return await db
    .selectFrom("receipts")
    .selectAll()
    .where("chargeback_id", "=", chargebackId)
    .where("kind", "=", "credit_note")
    .executeTakeFirst();
}

/** The sum of a payment's receipts less its credit notes, in minor units. */
export async function sumReceipts(db: Db, paymentId: string): Promise<number> {
  const sum = await sql<{ kept: number }>`
    select coalesce(sum(case kind when 'receipt' then amount_minor else -amount_minor end), 0)::int as kept
    from receipts where payment_id = ${paymentId}`.execute(db);
  return sum.rows[0]?.kept ?? 0;
}

export async function findPaymentOf(
  db: Db,
  receipt: { siteId: number; year: number; number: number },
): Promise<string | undefined> {
  const row = await db
    .selectFrom("receipts")
    .select("payment_id")
    .where("site_id", "=", receipt.siteId)
    .where("year", "=", receipt.year)
    .where("number", "=", receipt.number)
    .where("kind", "=", "receipt")
    .executeTakeFirst();
  return row?.payment_id;
}

/** Removes an erased member from their receipts; tax law keeps the rest. */
export async function anonymiseReceipts(db: Db, memberId: string): Promise<void> {
  await db.updateTable("receipts").set({ member_id: null, buyer_name: "" }).where("member_id", "=", memberId).execute();
}
