import type { Selectable } from "kysely";
import type { Payment } from "#contract/payments.ts";
import type { Db } from "#server/db/pool.ts";
import type { SandboxChargebacks, SandboxMandates, SandboxPayments, SandboxRefunds } from "#server/db/tables.ts";
import type { Order, RefundOrder } from "#server/ports/payments/port.ts";

export type SandboxPayment = Selectable<SandboxPayments>;

type Status = Payment["status"];

type NewSandboxPayment = { reference: string; customer: string; status: Status; order: Order };

/** Stores an order, once for each payment id; answers the reference it was first stored under. */
export async function saveOrder(
  db: Db,
  { reference, customer, status, order }: NewSandboxPayment,
  now: Date,
): Promise<string> {
  await db
    .insertInto("sandbox_payments")
    .values({
      reference,
      payment_id: order.paymentId,
      amount_minor: order.amount,
      currency: order.currency,
      description: order.description,
      merchant: order.merchant,
      country: order.country,
      method: order.directDebit ? "sepa" : (order.method ?? null),
      language: order.language,
      return_url: order.returnUrl,
      webhook_url: order.webhookUrl,
      status,
      customer,
      mandate: order.stored ?? order.directDebit?.mandateReference ?? null,
      remember: order.remember ?? false,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column("payment_id").doNothing())
    .execute();
  const stored = await db
    .selectFrom("sandbox_payments")
    .select("reference")
    .where("payment_id", "=", order.paymentId)
    .executeTakeFirstOrThrow();
  return stored.reference;
}

export async function findSandboxPayment(db: Db, reference: string): Promise<SandboxPayment | undefined> {
  return await db.selectFrom("sandbox_payments").selectAll().where("reference", "=", reference).executeTakeFirst();
}

/** Moves a payment from one status to another; false if it no longer has the first. */
export async function moveOn(
  db: Db,
  reference: string,
  step: { from: Status; to: Status; method: string | null },
): Promise<boolean> {
  const moved = await db
    .updateTable("sandbox_payments")
    .set({ status: step.to, ...(step.method ? { method: step.method } : {}) })
    .where("reference", "=", reference)
    .where("status", "=", step.from)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

/** References of the payments that were created in a period. */
export async function listPaymentsBetween(db: Db, created: { from: Date; until: Date }): Promise<string[]> {
  const rows = await db
    .selectFrom("sandbox_payments")
    .select("reference")
    .where("created_at", ">=", created.from)
    .where("created_at", "<", created.until)
    .orderBy("created_at")
    .execute();
  return rows.map((row) => row.reference);
}

export type SandboxRefund = Selectable<SandboxRefunds>;

/** Stores a refund, once for each of our refund ids. */
export async function saveRefund(db: Db, reference: string, order: RefundOrder, now: Date): Promise<SandboxRefund> {
  await db
    .insertInto("sandbox_refunds")
    .values({
      reference,
      payment_reference: order.reference,
      refund_id: order.refundId,
      amount_minor: order.amount,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column("refund_id").doNothing())
    .execute();
  return await db
    .selectFrom("sandbox_refunds")
    .selectAll()
    .where("refund_id", "=", order.refundId)
    .executeTakeFirstOrThrow();
}

export async function listSandboxRefunds(db: Db, reference: string): Promise<SandboxRefund[]> {
  return await db
    .selectFrom("sandbox_refunds")
    .selectAll()
    .where("payment_reference", "=", reference)
    .orderBy("created_at")
    .execute();
}

export async function listSandboxChargebacks(db: Db, reference: string): Promise<Selectable<SandboxChargebacks>[]> {
  return await db
    .selectFrom("sandbox_chargebacks")
    .selectAll()
    .where("payment_reference", "=", reference)
    .orderBy("created_at")
    .execute();
}

/** A method that the sandbox keeps for a customer. */
export async function findMandate(db: Db, reference: string): Promise<Selectable<SandboxMandates> | undefined> {
  return await db.selectFrom("sandbox_mandates").selectAll().where("reference", "=", reference).executeTakeFirst();
}

export async function revokeMandate(db: Db, reference: string, now: Date): Promise<void> {
  await db
    .updateTable("sandbox_mandates")
    .set({ revoked_at: now })
    .where("reference", "=", reference)
    .where("revoked_at", "is", null)
    .execute();
}
