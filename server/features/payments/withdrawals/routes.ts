import * as contract from "#contract/withdrawals.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { listWithdrawables } from "./list-withdrawables.ts";
import { carryOutWithdrawal, requestWithdrawal, withdraw } from "./withdraw.ts";
import type { Withdrawn } from "./withdraw-payment.ts";

const show = ({ refund, currency, at }: Withdrawn) => ({
  refund: { ...refund, currency },
  received_at: at.toISOString(),
});

export const withdrawalsRoutes: Handler[] = [
  handle(contract.getWithdrawables, async (ctx) => ({ purchases: await listWithdrawables(ctx) })),
  handle(contract.withdraw, async (ctx, { body }) => show(await withdraw(ctx, body.payment_id))),
  handle(contract.confirmWithdrawal, async (ctx, { body }) => show(await carryOutWithdrawal(ctx, body.token))),
  handle(contract.requestWithdrawal, async (ctx, { body }) => {
    await requestWithdrawal(ctx, body);
    return { received_at: ctx.now.toISOString() };
  }),
];
