import {
  deleteStoredMethod,
  getCardWallets,
  getPayment,
  getPayments,
  getStoredMethods,
  paymentWebhook,
  startPayment as startPaymentCall,
} from "#contract/payments.ts";
import { getReceipts } from "#contract/receipts.ts";
import * as spending from "#contract/spending.ts";
import { getTransactions } from "#contract/transactions.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { listCardWallets } from "./card-wallets.ts";
import { isBlocked } from "./direct-debit/block-store.ts";
import { pause, setLimit, showSpending } from "./limit-spending.ts";
import { listStoredMethods } from "./method-store.ts";
import { listPayments } from "./payments-store.ts";
import { listReceipts } from "./receipts/store.ts";
import { formatNumber, writeReceipt } from "./receipts/write-receipt.ts";
import { receiveWebhook } from "./receive-webhook.ts";
import { removeStoredMethod } from "./remove-stored-method.ts";
import { lookUpPayment, showPayment, showPayments } from "./show-payment.ts";
import { startPayment } from "./start-payment.ts";
import { listTransactions } from "./transactions/list-transactions.ts";

export const paymentsRoutes: Handler[] = [
  handle(startPaymentCall, async (ctx, { body }) => {
    const { payment, checkoutUrl } = await startPayment(ctx, body);
    return { payment: await showPayment(ctx.db, payment), checkout_url: checkoutUrl };
  }),
  handle(getPayment, async (ctx, { query }) => ({
    payment: await showPayment(ctx.db, await lookUpPayment(ctx, query.id)),
  })),
  handle(getPayments, async ({ db, site, viewer }) => {
    const payments = await listPayments(db, { memberId: viewer.memberId, siteId: site.id });
    return { payments: await showPayments(db, payments) };
  }),
  handle(getStoredMethods, async ({ db, viewer, services }) => {
    const methods = await listStoredMethods(db, viewer.memberId, services.payments);
    return {
      methods: methods.map(({ id, method, label }) => ({ id, method, label })),
      debit_blocked: await isBlocked(db, viewer.memberId),
    };
  }),
  handle(getCardWallets, async (ctx) => ({ wallets: [...(await listCardWallets(ctx))] })),
  handle(deleteStoredMethod, async (ctx, { body }) => {
    await removeStoredMethod(ctx, body.id);
    return {};
  }),
  handle(getTransactions, (ctx, { query }) => listTransactions(ctx, query.before)),
  handle(spending.getSpending, showSpending),
  handle(spending.setSpendingLimit, (ctx, { body }) => setLimit(ctx, body.limit)),
  handle(spending.pausePurchases, (ctx, { body }) => pause(ctx, body.days)),
  handle(paymentWebhook, async (ctx, { query }) => {
    const answer = await receiveWebhook(ctx, query);
    // some providers repeat a webhook until they get their own words back
    if (answer) ctx.reply.type(answer.type).serializer(() => answer.body);
    return { ok: true };
  }),
  handle(getReceipts, async ({ db, site, viewer, services, language }, { query }) => {
    const own = { memberId: viewer.memberId, siteId: site.id, paymentId: query.payment };
    const rows = await listReceipts(db, own);
    return {
      receipts: rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        number: formatNumber(row),
        document: writeReceipt(services.texts, language, row),
        pdf: `/receipts/${row.id}`,
      })),
    };
  }),
];
