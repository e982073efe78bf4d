import type { Withdrawable } from "#contract/withdrawals.ts";
import * as contract from "#contract/withdrawals.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { type Handler, handle, type MemberContext } from "#server/http/handle.ts";
import { listContracts, type PaymentRow } from "../payments-store.ts";
import { showUnspent } from "../refund-unspent.ts";
import { moreDays, refundDaysOf, withdrawableUntil } from "./rules.ts";
import { listWithdrawn } from "./store.ts";
import { carryOutWithdrawal, requestWithdrawal, showDeclared, withdraw } from "./withdraw.ts";
import { findRefundables, type Withdrawn } from "./withdraw-payment.ts";

const isPaidBack = ({ status, amount_minor: paid, refunded_minor, charged_back_minor }: PaymentRow) =>
  status === "completed" && paid <= refunded_minor + charged_back_minor;

/** The caller's purchases that they may withdraw from, unpaid ones first, with what each would refund. */
async function listWithdrawables({ db, viewer, site, now }: MemberContext): Promise<Withdrawable[]> {
  const { refund_days: setting } = site.settings;
  const own = { memberId: viewer.memberId, siteId: site.id };
  const contracts = await listContracts(db, own, { now, setting, moreDays });
  const untilOf = (payment: PaymentRow) =>
    payment.completed_at && withdrawableUntil(payment.completed_at, refundDaysOf(payment, setting));
  const ids = contracts.map(({ id }) => id);
  const withdrawn = new Map((await listWithdrawn(db, ids)).map((row) => [row.payment_id, row.created_at]));
  const payments = contracts.filter((payment) => {
    const until = untilOf(payment);
    // all of its money went back in another way
    const isOver = isPaidBack(payment) && !withdrawn.has(payment.id);
    return !isOver && (until === null || until > now);
  });
  const mayRefund = ({ id, status }: PaymentRow) => status === "completed" && !withdrawn.has(id);
  const refundables = await findRefundables(db, payments, await balanceOf(db, viewer.memberId));
  return payments.map((payment, index) => ({
    payment_id: payment.id,
    credits: payment.credits,
    amount: payment.amount_minor,
    currency: payment.currency,
    created_at: payment.created_at.toISOString(),
    completed_at: payment.completed_at?.toISOString() ?? null,
    until: untilOf(payment)?.toISOString() ?? null,
    refund: (mayRefund(payment) ? refundables[index] : undefined) ?? { credits: 0, amount: 0 },
    withdrawn_at: withdrawn.get(payment.id)?.toISOString() ?? null,
  }));
}

const show = ({ refund, currency, at }: Withdrawn) => ({
  refund: { ...refund, currency },
  received_at: at.toISOString(),
});

export const withdrawalsRoutes: Handler[] = [
  handle(contract.getUnspent, ({ db, viewer }) => showUnspent(db, viewer.memberId)),
  handle(contract.getWithdrawables, async (ctx) => ({ purchases: await listWithdrawables(ctx) })),
  handle(contract.withdraw, async (ctx, { body }) => show(await withdraw(ctx, body.payment_id))),
  handle(contract.getDeclaredWithdrawal, (ctx, { query }) => showDeclared(ctx, query.token)),
  handle(contract.confirmWithdrawal, async (ctx, { body }) => show(await carryOutWithdrawal(ctx, body.token))),
  handle(contract.requestWithdrawal, async (ctx, { body }) => {
    await requestWithdrawal(ctx, body);
    return { received_at: ctx.now.toISOString() };
  }),
];
