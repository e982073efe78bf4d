import type { Withdrawable } from "#contract/withdrawals.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { sumTakenBack } from "../returns-store.ts";
import { listCompletedSince, type PaymentRow } from "../store.ts";
import { earliestWithdrawable, refundableOf, withdrawableUntil } from "./rules.ts";
import { listRefunded } from "./store.ts";

/** The caller's purchases whose withdrawal period is not over, newest first, with what each would refund now. */
export async function listWithdrawables({ db, viewer, site, now }: MemberContext): Promise<Withdrawable[]> {
  const { refund_days: days } = site.settings;
  const own = { memberId: viewer.memberId, siteId: site.id };
  const payments = await listCompletedSince(db, own, earliestWithdrawable(now, days));
  const ids = payments.map(({ id }) => id);
  const takenBack = await sumTakenBack(db, ids);
  const withdrawn = new Map((await listRefunded(db, ids)).map((row) => [row.payment_id, row.created_at]));
  const balance = await balanceOf(db, viewer.memberId);
  const show = (payment: PaymentRow & { completed_at: Date }): Withdrawable => ({
    payment_id: payment.id,
    credits: payment.credits,
    amount: payment.amount_minor,
    currency: payment.currency,
    completed_at: payment.completed_at.toISOString(),
    until: withdrawableUntil(payment.completed_at, days).toISOString(),
    refund: withdrawn.has(payment.id)
      ? { credits: 0, amount: 0 }
      : refundableOf(payment, { takenBack: takenBack.get(payment.id) ?? 0, balance }),
    withdrawn_at: withdrawn.get(payment.id)?.toISOString() ?? null,
  });
  return payments.filter((payment) => withdrawableUntil(payment.completed_at, days) > now).map(show);
}
