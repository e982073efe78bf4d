import type { Payment } from "#contract/payments.ts";
import { vatOf } from "#server/lib/vat.ts";
import type { PaymentRow } from "./store.ts";

/** A payment as its buyer sees it (R3.08). */
export function showPayment(row: PaymentRow): Payment {
  return {
    payment_id: row.id,
    status: row.status,
    bundle_id: row.bundle_id,
    credits: row.credits,
    list_price: row.list_minor,
    amount: row.amount_minor,
    refunded: row.refunded_minor,
    charged_back: row.charged_back_minor,
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
