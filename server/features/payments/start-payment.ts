import type { z } from "zod";
import type { startPayment as startPaymentCall } from "#contract/payments.ts";
import { offerBundles } from "#server/features/credits/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { hashBody } from "#server/http/idempotency.ts";
import { askProvider } from "./ask-provider.ts";
import { returnUrl } from "./rules.ts";
import { deletePayment, findByKey, insertPayment, type PaymentRow, setCheckout } from "./store.ts";

type StartPaymentInput = z.output<typeof startPaymentCall.body>;

type StartedPayment = { payment: PaymentRow; checkoutUrl: string };

/**
 * Orders a bundle and opens its checkout at the provider (R1.07, D7.3). The same idempotency key returns the same
 * payment and checkout. Throws `bundle_not_found`, also for a bundle of another country; `invalid_input` for a method
 * that the country does not have; `payment_unavailable`, which leaves nothing behind; `idempotency_key_reused`.
 */
export async function startPayment(ctx: MemberContext, input: StartPaymentInput): Promise<StartedPayment> {
  const { payment, country } = await storeOrder(ctx, input);
  if (payment.checkout_url) return { payment, checkoutUrl: payment.checkout_url };
  return await openCheckout(ctx, payment, country, input.method);
}

/** Stores the order, or finds the one stored under this key before. */
async function storeOrder(ctx: MemberContext, input: StartPaymentInput) {
  const { db, site, key, services } = ctx;
  const { memberId } = ctx.viewer;
  const bodyHash = hashBody(input, services.config.secret);
  const { country, bundles } = await offerBundles(db, site.id, memberId);
  if (!(await findByKey(db, memberId, key))) {
    const bundle = bundles.find((offered) => offered.id === input.bundle_id);
    if (!bundle) throw fail("bundle_not_found");
    if (input.method && !services.payments.methods(country ?? "").includes(input.method)) {
      throw failFields({ method: "unknown_option" });
    }
    await insertPayment(db, {
      siteId: site.id,
      memberId,
      country,
      bundle,
      provider: services.payments.name,
      method: input.method,
      returnTo: input.return_to,
      origin: ctx.origin,
      key,
      bodyHash,
      now: ctx.now,
    });
  }
  const payment = await findByKey(db, memberId, key);
  // the request that stored it has deleted it again, because the provider does not answer
  if (!payment) throw fail("payment_unavailable");
  if (!payment.body_hash.equals(bodyHash)) throw fail("idempotency_key_reused");
  return { payment, country };
}

async function openCheckout(
  ctx: MemberContext,
  payment: PaymentRow,
  country: string | null,
  method: string | undefined,
): Promise<StartedPayment> {
  const { db, services, site, language, log } = ctx;
  const order = {
    paymentId: payment.id,
    amount: payment.amount_minor,
    currency: payment.currency,
    description: services.texts.t(language, "payments:description", {
      count: payment.credits,
      site: site.settings.name,
    }),
    merchant: site.settings.name,
    country: country ?? "",
    method,
    language,
    returnUrl: returnUrl(payment.origin, language, payment.id),
    webhookUrl: `${payment.origin}/api/payment-webhook.php`,
  };
  try {
    const checkout = await askProvider(log, (signal) => services.payments.createCheckout(order, signal));
    const opened = await setCheckout(db, payment.id, checkout);
    if (!opened) throw fail("payment_unavailable");
    return { payment: opened, checkoutUrl: checkout.checkoutUrl };
  } catch (error) {
    await deletePayment(db, payment.id);
    throw error;
  }
}
