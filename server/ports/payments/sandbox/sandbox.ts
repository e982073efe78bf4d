import type { Payment } from "#contract/payments.ts";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/pool.ts";
import { type Order, type PaymentProvider, PaymentRefused, type ProviderRefund } from "#server/ports/payments/port.ts";
import type { Random } from "#server/random.ts";
import { sandboxMethods } from "./methods.ts";
import {
  findMandate,
  findSandboxPayment,
  listPaymentsBetween,
  listSandboxChargebacks,
  listSandboxRefunds,
  revokeMandate,
  type SandboxRefund,
  saveOrder,
  saveRefund,
} from "./store.ts";
import { readSandboxWebhook, webhookKey } from "./webhook.ts";

/** The built-in provider: no real money, but otherwise like a real one. Its page: `pages.ts`. */
export function createSandbox(parts: { db: Db; clock: Clock; random: Random; secret: string }): PaymentProvider {
  const { db, clock, random } = parts;
  const key = webhookKey(parts.secret);

  /** A stored card pays at once; a direct debit is on its way, as at a real bank. */
  async function statusOf(order: Order): Promise<Payment["status"]> {
    if (order.directDebit) return "pending";
    if (order.stored === undefined) return "open";
    const mandate = await findMandate(db, order.stored);
    if (!mandate || mandate.revoked_at !== null) throw new PaymentRefused("the stored method is not valid any more");
    return "completed";
  }

  return {
    name: "sandbox",
    methods: sandboxMethods,
    async createCheckout(order) {
      const customer = order.buyer.customer ?? `sc_${random.token()}`;
      const status = await statusOf(order);
      const reference = await saveOrder(
        db,
        { reference: `sb_${random.token()}`, customer, status, order },
        clock.now(),
      );
      const isOpen = status === "open";
      const page = `${new URL(order.returnUrl).origin}/sandbox/checkout/${reference}`;
      return { reference, checkoutUrl: isOpen ? page : null, customer };
    },
    async fetchPayment(reference) {
      const found = await findSandboxPayment(db, reference);
      if (!found) return null;
      const [refunds, chargebacks, mandate] = await Promise.all([
        listSandboxRefunds(db, reference),
        listSandboxChargebacks(db, reference),
        found.mandate === null || !found.remember ? undefined : findMandate(db, found.mandate),
      ]);
      return {
        paymentId: found.payment_id,
        status: found.status as Payment["status"],
        amount: found.amount_minor,
        currency: found.currency,
        method: found.method,
        refunds: refunds.map(showRefund),
        chargebacks: chargebacks.map((row) => ({
          reference: row.reference,
          amount: row.amount_minor,
          reversed: row.reversed,
        })),
        stored: mandate && mandate.revoked_at === null ? mandate : null,
      };
    },
    async refund(order) {
      const payment = await findSandboxPayment(db, order.reference);
      if (payment?.status !== "completed") throw new PaymentRefused("only a completed payment can be refunded");
      return showRefund(await saveRefund(db, `sr_${random.token()}`, order, clock.now()));
    },
    async forgetMethod(_, stored) {
      await revokeMandate(db, stored, clock.now());
    },
    listPayments: (created) => listPaymentsBetween(db, created),
    readWebhook: (request) => readSandboxWebhook(key, request, clock.now()),
  };
}

const showRefund = (row: SandboxRefund): ProviderRefund => ({
  reference: row.reference,
  refundId: row.refund_id,
  amount: row.amount_minor,
  status: row.status as ProviderRefund["status"],
});
