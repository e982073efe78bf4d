import type { Selectable } from "kysely";
import { hourMs } from "#contract/durations.ts";
import type { Payment } from "#contract/payments.ts";
import type { Db } from "#server/db/pool.ts";
import type { SandboxMandates, SandboxPayments } from "#server/db/tables.ts";
import type { Order } from "#server/ports/payments/port.ts";

type Status = Payment["status"];

export type SandboxPayment = Omit<Selectable<SandboxPayments>, "status"> & { status: Status };

// the check constraint allows no other status
const toPayment = (row: Selectable<SandboxPayments>): SandboxPayment => ({
  ...row,
  status: row.status as Status,
});

type NewSandboxPayment = { reference: string; customer: string; status: Status; order: Order };

/** Stores an order, once for each payment id; answers the reference and the customer it was first stored with. */
export async function saveOrder(db: Db, { reference, customer, status, order }: NewSandboxPayment, now: Date) {
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
      remember: order.remember,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column("payment_id").doNothing())
    .execute();
  const payment = await db
    .selectFrom("sandbox_payments")
    .select(["reference", "customer"])
    .where("payment_id", "=", order.paymentId)
    .executeTakeFirstOrThrow();
  return { reference: payment.reference, customer: payment.customer ?? customer };
}

/** How long a buyer has at the sandbox's page, as at a real provider. */
const checkoutMs = hourMs;

/** A payment as it is now: an open checkout expires after an hour. */
export async function findCurrentPayment(db: Db, reference: string, now: Date): Promise<SandboxPayment | undefined> {
  await db
    .updateTable("sandbox_payments")
    .set({ status: "expired" })
    .where("reference", "=", reference)
    .where("status", "=", "open")
    .where("created_at", "<=", new Date(now.getTime() - checkoutMs))
    .execute();
  return await findSandboxPayment(db, reference);
}

export async function findSandboxPayment(db: Db, reference: string): Promise<SandboxPayment | undefined> {
  const row = await db.selectFrom("sandbox_payments").selectAll().where("reference", "=", reference).executeTakeFirst();
  return row && toPayment(row);
}

export async function isOrdered(db: Db, paymentId: string): Promise<boolean> {
  const row = await db
    .selectFrom("sandbox_payments")
    .select("reference")
    .where("payment_id", "=", paymentId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function listNewest(db: Db, limit: number): Promise<SandboxPayment[]> {
  const rows = await db
    .selectFrom("sandbox_payments")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("reference")
    .limit(limit)
    .execute();
  return rows.map(toPayment);
}

/** Moves a payment from one status to another; false if it no longer has the first. */
export async function changeStatus(
  db: Db,
  reference: string,
  step: { from: Status; to: Status; method: string | null; mandate?: string | undefined; now: Date },
): Promise<boolean> {
  const moved = await db
    .updateTable("sandbox_payments")
    .set({
      status: step.to,
      ...(step.method ? { method: step.method } : {}),
      ...(step.mandate ? { mandate: step.mandate } : {}),
      ...(step.to === "completed" ? { completed_at: step.now } : {}),
    })
    .where("reference", "=", reference)
    .where("status", "=", step.from)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

export async function setMethod(db: Db, reference: string, method: string): Promise<void> {
  await db
    .updateTable("sandbox_payments")
    .set({ method })
    .where("reference", "=", reference)
    .where("status", "=", "open")
    .execute();
}

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

export type NewMandate = { reference: string; customer: string; method: string; label: string };

/** Stores a customer's payment method, once for each reference. */
export async function insertMandate(db: Db, mandate: NewMandate, now: Date): Promise<void> {
  await db
    .insertInto("sandbox_mandates")
    .values({ ...mandate, created_at: now })
    .onConflict((conflict) => conflict.column("reference").doNothing())
    .execute();
}

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
