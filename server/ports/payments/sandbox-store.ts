import type { Selectable } from "kysely";
import type { Payment } from "#contract/payments.ts";
import type { Db } from "#server/db/pool.ts";
import type { SandboxPayments } from "#server/db/tables.ts";
import type { Order } from "./port.ts";

export type SandboxPayment = Selectable<SandboxPayments>;

type Status = Payment["status"];

/** Stores an order, once for each payment id; answers the reference it was first stored under. */
export async function saveOrder(db: Db, reference: string, order: Order, now: Date): Promise<string> {
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
      method: order.method ?? null,
      language: order.language,
      return_url: order.returnUrl,
      webhook_url: order.webhookUrl,
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
