import type { z } from "zod";
import type { cancelDebit as call } from "#contract/staff-payments.ts";
import {
  barIbanOf,
  findPaymentById,
  lockPayment,
  type PaymentRow,
  queueCancel,
} from "#server/features/payments/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Mutating, StaffContext } from "#server/http/handle.ts";
import type { Services } from "#server/services.ts";
import type { AuditEntry } from "../staff/audit.ts";

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

/**
 * Has a job ask the provider, which repeats the question until it is answered, and books the answer. With `refuse_iban`
 * the account's holder never agreed: it is refused from now on, too.
 */
export async function cancelDebit(
  { db, services, now }: Mutating<StaffContext>,
  { payment_id: id, reason, refuse_iban: refuses }: z.output<typeof call.body>,
): Promise<AuditEntry[]> {
  const row = await findPaymentById(db, id);
  const locked = row && (await lockPayment(db, row.provider, id));
  if (!locked) throw fail("payment_not_found");
  if (!isCancellable(services, locked.payment)) throw fail("debit_not_cancellable");
  await queueCancel(services, db, id);
  const isRefused = refuses && (await barIbanOf(db, id, now));
  const entry = { memberId: locked.payment.member_id, subject: `payment:${id}`, reason };
  const log: AuditEntry[] = [{ ...entry, action: "debit_cancel_asked" }];
  if (isRefused) log.push({ ...entry, action: "iban_refused" });
  return log;
}
