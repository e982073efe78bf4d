import { type Insertable, type Selectable, sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { GenesisCheckouts } from "#server/db/tables.ts";

export type CheckoutRow = Selectable<GenesisCheckouts>;

const rows = (db: Db) => db.selectFrom("genesis_checkouts").selectAll();

export async function findCheckout(db: Db, by: { paymentId: string } | { reference: string }) {
  return "paymentId" in by
    ? await rows(db).where("payment_id", "=", by.paymentId).executeTakeFirst()
    : await rows(db).where("reference", "=", by.reference).executeTakeFirst();
}

/** Stores a checkout, once for each payment id; returns the one that was stored first. */
export async function saveCheckout(db: Db, checkout: Insertable<GenesisCheckouts>): Promise<CheckoutRow> {
  await db
    .insertInto("genesis_checkouts")
    .values(checkout)
    .onConflict((conflict) => conflict.column("payment_id").doNothing())
    .execute();
  return await rows(db).where("payment_id", "=", String(checkout.payment_id)).executeTakeFirstOrThrow();
}

/** The transaction that took the money: the gateway's chargebacks name nothing else. */
export async function saveSale(db: Db, reference: string, sale: string): Promise<void> {
  await db.updateTable("genesis_checkouts").set({ sale }).where("reference", "=", reference).execute();
}

export async function addRefund(db: Db, reference: string, refundId: string): Promise<void> {
  await db
    .updateTable("genesis_checkouts")
    .set({ refunds: sql`array_append(refunds, ${refundId}::uuid)` })
    .where("reference", "=", reference)
    .where(sql<boolean>`${refundId}::uuid <> all (refunds)`)
    .execute();
}

export async function listCreatedBetween(db: Db, { from, until }: { from: Date; until: Date }): Promise<CheckoutRow[]> {
  return await rows(db).where("created_at", ">=", from).where("created_at", "<", until).orderBy("created_at").execute();
}

export async function listBySales(db: Db, sales: readonly string[]): Promise<CheckoutRow[]> {
  if (sales.length === 0) return [];
  return await rows(db).where("sale", "in", sales).execute();
}

export async function listByPayments(db: Db, ids: readonly string[]): Promise<CheckoutRow[]> {
  if (ids.length === 0) return [];
  return await rows(db).where("payment_id", "in", ids).execute();
}
