import type { Withdrawable } from "#contract/withdrawals.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { listCompletedSince } from "../store.ts";
import { findRefundables } from "./find-refundables.ts";
import { earliestWithdrawable, withdrawableUntil } from "./rules.ts";
import { listRefunded } from "./store.ts";

/** The caller's purchases whose withdrawal period is not over, newest first, with what each would refund now. */
export async function listWithdrawables({ db, viewer, site, now }: MemberContext): Promise<Withdrawable[]> {
  const { refund_days: days } = site.settings;
  const own = { memberId: viewer.memberId, siteId: site.id };
  const completed = await listCompletedSince(db, own, earliestWithdrawable(now, days));
  const payments = completed.filter((payment) => withdrawableUntil(payment.completed_at, days) > now);
  const ids = payments.map(({ id }) => id);
  const withdrawn = new Map((await listRefunded(db, ids)).map((row) => [row.payment_id, row.created_at]));
  const refundables = await findRefundables(db, payments, await balanceOf(db, viewer.memberId));
  return payments.map((payment, index) => ({
    payment_id: payment.id,
    credits: payment.credits,
    amount: payment.amount_minor,
    currency: payment.currency,
    completed_at: payment.completed_at.toISOString(),
    until: withdrawableUntil(payment.completed_at, days).toISOString(),
    refund: (withdrawn.has(payment.id) ? undefined : refundables[index]) ?? { credits: 0, amount: 0 },
    withdrawn_at: withdrawn.get(payment.id)?.toISOString() ?? null,
  }));
}
