import type { z } from "zod";
import type { cancelDebit as call } from "#contract/staff-payments.ts";
import { findPaymentById, lockPayment, type PaymentRow, queueCancel } from "#server/features/payments/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Mutating, StaffContext } from "#server/http/handle.ts";
import type { Services } from "#server/services.ts";
import type { Logged } from "../staff/audit.ts";

type Debit = Pick<PaymentRow, "method" | "status" | "provider" | "provider_reference">;

/** Whether the provider can be asked to cancel it: a direct debit that it knows, and has not reported as ended. */
export const isCancellable = (
  { payments }: Pick<Services, "payments">,
  { method, status, provider, provider_reference }: Debit,
) =>
  method === "sepa" &&
  (status === "open" || status === "pending") &&
  payments.for({ provider }) !== undefined &&
  provider_reference !== null;

/** Has a job ask the provider, which repeats the question until it is answered, and books the answer. */
export async function cancelDebit(
  { db, services }: Mutating<StaffContext>,
  { payment_id: id, reason }: z.output<typeof call.body>,
): Promise<Logged<{ ok: boolean }>> {
  const row = await findPaymentById(db, id);
  const locked = row && (await lockPayment(db, row.provider, id));
  if (!locked) throw fail("payment_not_found");
  if (!isCancellable(services, locked.payment)) throw fail("debit_not_cancellable");
  await queueCancel(services, db, id);
  const { member_id: memberId } = locked.payment;
  return { answer: { ok: true }, log: { action: "debit_cancel_asked", memberId, subject: `payment:${id}`, reason } };
}
