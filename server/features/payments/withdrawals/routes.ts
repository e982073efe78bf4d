import * as contract from "#contract/withdrawals.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { listWithdrawables } from "./list-withdrawables.ts";
import { carryOutWithdrawal, requestWithdrawal, withdraw } from "./withdraw.ts";

export const withdrawalsRoutes: Handler[] = [
  handle(contract.getWithdrawables, async (ctx) => ({ purchases: await listWithdrawables(ctx) })),
  handle(contract.withdraw, async (ctx, { body }) => {
    const { refund, currency, at } = await withdraw(ctx, body.payment_id);
    return { refund: { ...refund, currency }, received_at: at.toISOString() };
  }),
  handle(contract.confirmWithdrawal, async (ctx, { body }) => {
    const { refund, currency, at } = await carryOutWithdrawal(ctx, body.token);
    return { refund: { ...refund, currency }, received_at: at.toISOString() };
  }),
  handle(contract.requestWithdrawal, async (ctx, { body }) => {
    await requestWithdrawal(ctx, body);
    return { received_at: ctx.now.toISOString() };
  }),
];
