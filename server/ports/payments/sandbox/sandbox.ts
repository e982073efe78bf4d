import type { Payment } from "#contract/payments.ts";
import type { Db } from "#server/db/pool.ts";
import type { Clock } from "#server/lib/clock.ts";
import type { Random } from "#server/lib/random.ts";
import { methodsOf } from "#server/ports/payments/methods.ts";
import { type Order, type PaymentProvider, PaymentRefused, type ProviderRefund } from "#server/ports/payments/port.ts";
import {
  changeStatus,
  findCurrentPayment,
  findMandate,
  isOrdered,
  listPaymentsBetween,
  revokeMandate,
  saveOrder,
} from "./payments-store.ts";
import {
  listChargebacksBetween,
  listSandboxChargebacks,
  listSandboxRefunds,
  type SandboxRefund,
  saveRefund,
} from "./returns-store.ts";
import { listSandboxLines, listSandboxSettlements } from "./settlements.ts";
import { readSandboxWebhook, webhookKey } from "./webhook.ts";

/** The built-in provider: no real money, but otherwise like a real one. Its pages: `pages.ts`. */
export function createSandbox(parts: { db: Db; clock: Clock; random: Random; secret: string }): PaymentProvider {
  const { db, clock, random } = parts;
  const key = webhookKey(parts.secret);

  const newCustomer = () => `sc_${random.token()}`;

  /** The first status: a direct debit takes days, as at a real bank. Throws if a stored method is not valid. */
  async function firstStatusOf(order: Order): Promise<Payment["status"]> {
    if (order.directDebit) return "pending";
    if (order.stored === undefined || (await isOrdered(db, order.paymentId))) return "open";
    const mandate = await findMandate(db, order.stored);
    if (!mandate || mandate.revoked_at !== null || mandate.customer !== order.buyer.customer)
      throw new PaymentRefused("the stored method is not valid any more");
    return "open";
  }

  return {
    name: "sandbox",
    methods: methodsOf,
    createCustomer: async () => newCustomer(),
    async createCheckout(order) {
      const orderedFor = order.buyer.customer ?? newCustomer();
      const status = await firstStatusOf(order);
      const { reference, customer } = await saveOrder(
        db,
        { reference: `sb_${random.token()}`, customer: orderedFor, status, order },
        clock.now(),
      );
      const page = `${new URL(order.returnUrl).origin}/sandbox/checkout/${reference}`;
      return { reference, checkoutUrl: order.directDebit ? null : page, customer };
    },
    async fetchPayment(reference) {
      const payment = await findCurrentPayment(db, reference, clock.now());
      if (!payment) return null;
      const isKept = payment.remember && payment.mandate !== null && payment.status === "completed";
      const [refunds, chargebacks, mandate] = await Promise.all([
        listSandboxRefunds(db, reference),
        listSandboxChargebacks(db, reference),
        isKept ? findMandate(db, payment.mandate ?? "") : undefined,
      ]);
      return {
        paymentId: payment.payment_id,
        status: payment.status,
        amount: payment.amount_minor,
        currency: payment.currency,
        method: payment.method,
        country: payment.status === "completed" ? payment.country : null,
        refunds: refunds.map(toProviderRefund),
        chargebacks: chargebacks.map((row) => ({
          reference: row.reference,
          amount: row.amount_minor,
          reversed: row.reversed,
        })),
        stored:
          mandate && mandate.revoked_at === null
            ? { reference: mandate.reference, method: mandate.method, label: mandate.label }
            : null,
      };
    },
    async cancel(reference) {
      const payment = await findCurrentPayment(db, reference, clock.now());
      // as at a real provider: a direct debit until it is collected, other methods until the buyer has paid
      const isCancelable = payment?.status === "open" || (payment?.status === "pending" && payment.method === "sepa");
      if (isCancelable)
        await changeStatus(db, reference, { from: payment.status, to: "cancelled", method: null, now: clock.now() });
    },
    async refund(order) {
      const refund = await saveRefund(db, `sr_${random.token()}`, order, clock.now());
      if (!refund) throw new PaymentRefused("the payment does not have so much money left");
      return toProviderRefund(refund);
    },
    async revokeMethod(_, reference) {
      await revokeMandate(db, reference, clock.now());
    },
    // its page has none
    cardWallets: async () => [],
    listPayments: (created) => listPaymentsBetween(db, created),
    listChargebacks: (created) => listChargebacksBetween(db, created),
    listSettlements: (opened) => listSandboxSettlements(db, opened, clock.now()),
    fetchSettlement: (reference) => listSandboxLines(db, reference),
    readWebhook: (request) => readSandboxWebhook(key, request, clock.now()),
  };
}

const toProviderRefund = (row: SandboxRefund): ProviderRefund => ({
  reference: row.reference,
  refundId: row.refund_id,
  amount: row.amount_minor,
  status: row.status,
});
