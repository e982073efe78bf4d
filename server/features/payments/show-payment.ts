import type { Payment } from "#contract/payments.ts";
import type { Db } from "#server/db/pool.ts";
import { vatOf } from "#server/lib/vat.ts";
import { type ChargebackRow, listChargebacks, listRefunds, type RefundRow } from "./returns-store.ts";
import type { PaymentRow } from "./store.ts";

/** A payment as its buyer sees it (R3.08). */
export async function showPayment(db: Db, row: PaymentRow): Promise<Payment> {
  return show(row, await loadReturns(db, [row]));
}

export async function showPayments(db: Db, rows: readonly PaymentRow[]): Promise<Payment[]> {
  const returns = await loadReturns(db, rows);
  return rows.map((row) => show(row, returns));
}

type Returns = { refunds: readonly RefundRow[]; chargebacks: readonly ChargebackRow[] };

async function loadReturns(db: Db, rows: readonly PaymentRow[]): Promise<Returns> {
  const ids = rows.filter(({ status }) => status === "completed").map(({ id }) => id);
  return { refunds: await listRefunds(db, ids), chargebacks: await listChargebacks(db, ids) };
}

function show(row: PaymentRow, { refunds, chargebacks }: Returns): Payment {
  const own = refunds.filter(({ payment_id }) => payment_id === row.id);
  const kept = own.filter(({ status }) => status !== "failed");
  const refundedAt = kept.every(({ completed_at }) => completed_at) ? kept.at(-1)?.completed_at : null;
  const chargeback = chargebacks.findLast((each) => each.payment_id === row.id && each.reversed_at === null);
  const withdrawal = own.find(({ reason }) => reason === "withdrawal");
  return {
    payment_id: row.id,
    status: row.status,
    bundle_id: row.bundle_id,
    credits: row.credits,
    list_price: row.list_minor,
    amount: row.amount_minor,
    refunded: row.refunded_minor,
    charged_back: row.charged_back_minor,
    refunded_at: refundedAt?.toISOString() ?? null,
    charged_back_at: chargeback?.created_at.toISOString() ?? null,
    withdrawn_at: withdrawal?.created_at.toISOString() ?? null,
    currency: row.currency,
    vat_percent: row.vat_percent,
    vat: vatOf(row.amount_minor, row.vat_percent),
    method: row.method,
    code: row.typed_code,
    stored: row.stored_method_id !== null,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    begin_request: row.begin_text,
    return_to: row.return_to,
  };
}
