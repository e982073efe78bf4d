import type { Selectable } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { SandboxChargebacks, SandboxRefunds } from "#server/db/tables.ts";
import type { ProviderRefund, RefundOrder } from "#server/ports/payments/port.ts";

export type SandboxRefund = Omit<Selectable<SandboxRefunds>, "status"> & { status: ProviderRefund["status"] };
export type SandboxChargeback = Selectable<SandboxChargebacks>;

// the check constraint allows no other status
const toRefund = (row: Selectable<SandboxRefunds>) => row as SandboxRefund;

/** Stores a refund, once for each of our refund ids; undefined if less than its amount is left of the payment. */
export async function saveRefund(db: Db, reference: string, order: RefundOrder, now: Date) {
  return await db.transaction().execute(async (trx) => {
    const payment = await trx
      .selectFrom("sandbox_payments")
      .select(["amount_minor", "status"])
      .where("reference", "=", order.reference)
      .forUpdate()
      .executeTakeFirst();
    const refunds = await listSandboxRefunds(trx, order.reference);
    const sent = refunds.find((refund) => refund.refund_id === order.refundId);
    if (sent) return sent;
    const back = refunds.filter(({ status }) => status !== "failed").reduce((sum, each) => sum + each.amount_minor, 0);
    if (payment?.status !== "completed" || back + order.amount > payment.amount_minor) return undefined;
    const row = await trx
      .insertInto("sandbox_refunds")
      .values({
        reference,
        payment_reference: order.reference,
        refund_id: order.refundId,
        amount_minor: order.amount,
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toRefund(row);
  });
}

export async function listSandboxRefunds(db: Db, reference: string): Promise<SandboxRefund[]> {
  const rows = await db
    .selectFrom("sandbox_refunds")
    .selectAll()
    .where("payment_reference", "=", reference)
    .orderBy("created_at")
    .orderBy("reference")
    .execute();
  return rows.map(toRefund);
}

/** Ends a refund of a payment; false if it has ended already, or there is none. */
export async function endRefund(
  db: Db,
  refund: { payment: string; reference: string; status: "completed" | "failed"; now: Date },
): Promise<boolean> {
  const ended = await db
    .updateTable("sandbox_refunds")
    .set({ status: refund.status, completed_at: refund.status === "completed" ? refund.now : null })
    .where("reference", "=", refund.reference)
    .where("payment_reference", "=", refund.payment)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}

export async function listSandboxChargebacks(db: Db, reference: string): Promise<SandboxChargeback[]> {
  return await db
    .selectFrom("sandbox_chargebacks")
    .selectAll()
    .where("payment_reference", "=", reference)
    .orderBy("created_at")
    .orderBy("reference")
    .execute();
}

export async function listChargebacksBetween(db: Db, created: { from: Date; until: Date }) {
  return await db
    .selectFrom("sandbox_chargebacks")
    .select(["payment_reference as payment", "reference", "reversed"])
    .where("created_at", ">=", created.from)
    .where("created_at", "<", created.until)
    .orderBy("created_at")
    .execute();
}

/** The buyer's bank takes the whole amount back; false if it has done so already. */
export async function insertSandboxChargeback(
  db: Db,
  chargeback: { payment: string; reference: string; amount: number },
  now: Date,
): Promise<boolean> {
  const { payment, reference, amount } = chargeback;
  await db.selectFrom("sandbox_payments").select("reference").where("reference", "=", payment).forUpdate().execute();
  const chargebacks = await listSandboxChargebacks(db, payment);
  if (chargebacks.some((each) => !each.reversed)) return false;
  await db
    .insertInto("sandbox_chargebacks")
    .values({ reference, payment_reference: payment, amount_minor: amount, created_at: now })
    .execute();
  return true;
}

/** The bank gives the money back to the shop; false if there is no such chargeback, or it has done so already. */
export async function reverseChargeback(db: Db, chargeback: { payment: string; reference: string }): Promise<boolean> {
  const reversed = await db
    .updateTable("sandbox_chargebacks")
    .set({ reversed: true })
    .where("reference", "=", chargeback.reference)
    .where("payment_reference", "=", chargeback.payment)
    .where("reversed", "=", false)
    .executeTakeFirst();
  return reversed.numUpdatedRows === 1n;
}
