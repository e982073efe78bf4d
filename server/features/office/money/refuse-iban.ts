import type { z } from "zod";
import type { barIban as call } from "#contract/staff-payments.ts";
import { barIbanOf, findPaymentById, unbarIbanOf } from "#server/features/payments/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Mutating, StaffContext } from "#server/http/handle.ts";
import type { AuditEntry } from "../staff/audit.ts";

/** Refuses the bank account of a direct debit from now on, because its holder never agreed, or accepts it again. */
export const changeRefusal =
  (action: "iban_refused" | "iban_accepted") =>
  async (
    { db, now }: Mutating<StaffContext>,
    { payment_id: id, reason }: z.output<typeof call.body>,
  ): Promise<AuditEntry> => {
    const payment = await findPaymentById(db, id);
    if (!payment) throw fail("payment_not_found");
    const isChanged = action === "iban_refused" ? await barIbanOf(db, id, now) : await unbarIbanOf(db, id);
    if (!isChanged) throw fail("staff_item_gone");
    return { action, memberId: payment.member_id, subject: `payment:${id}`, reason };
  };
