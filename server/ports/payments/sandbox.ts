import type { Payment } from "#contract/payments.ts";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/pool.ts";
import type { Random } from "#server/random.ts";
import type { PaymentProvider } from "./port.ts";
import { sandboxMethods } from "./sandbox-methods.ts";
import { findSandboxPayment, saveOrder } from "./sandbox-store.ts";
import { readSandboxWebhook, webhookKey } from "./sandbox-webhook.ts";

/** The built-in provider: no real money, but otherwise like a real one. Its page: `sandbox-pages.ts`. */
export function createSandbox(parts: { db: Db; clock: Clock; random: Random; secret: string }): PaymentProvider {
  const { db, clock, random } = parts;
  const key = webhookKey(parts.secret);
  return {
    name: "sandbox",
    methods: sandboxMethods,
    async createCheckout(order) {
      const reference = await saveOrder(db, `sb_${random.token()}`, order, clock.now());
      return { reference, checkoutUrl: `${new URL(order.returnUrl).origin}/sandbox/checkout/${reference}` };
    },
    async fetchStatus(reference) {
      const found = await findSandboxPayment(db, reference);
      if (!found) return null;
      return {
        paymentId: found.payment_id,
        status: found.status as Payment["status"],
        amount: found.amount_minor,
        currency: found.currency,
        method: found.method,
      };
    },
    readWebhook: (request) => readSandboxWebhook(key, request, clock.now()),
  };
}
