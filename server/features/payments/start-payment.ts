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

type Started = { payment: PaymentRow; checkoutUrl: string };

/**
 * Orders a bundle and opens its checkout at the provider (R1.07, D7.3). The same key gives the same payment and
 * checkout again. Throws `bundle_not_found`, also for another country's; `invalid_input` for a method that the country
 * does not have; `payment_unavailable`, with nothing left behind; `idempotency_key_reused`.
 */
export async function startPayment(ctx: MemberContext, wish: StartPaymentInput): Promise<Started> {
  const { payment, country } = await keepWish(ctx, wish);
  if (payment.checkout_url) return { payment, checkoutUrl: payment.checkout_url };
  return await openCheckout(ctx, payment, country, wish.method);
}

/** Keeps the order, or finds the one that was kept under this key before. */
async function keepWish(ctx: MemberContext, wish: StartPaymentInput) {
  const { db, site, key, services } = ctx;
  const { memberId } = ctx.viewer;
  const bodyHash = hashBody(wish, services.config.secret);
  const { country, bundles } = await offerBundles(db, site.id, memberId);
  if (!(await findByKey(db, memberId, key))) {
    const bundle = bundles.find((offered) => offered.id === wish.bundle_id);
    if (!bundle) throw fail("bundle_not_found");
    if (wish.method && !services.payments.methods(country ?? "").includes(wish.method)) {
      throw failFields({ method: "unknown_option" });
    }
    await insertPayment(db, {
      siteId: site.id,
      memberId,
      country,
      bundle,
      provider: services.payments.name,
      method: wish.method,
      returnTo: wish.return_to,
      origin: ctx.origin,
      key,
      bodyHash,
      now: ctx.now,
    });
  }
  const payment = await findByKey(db, memberId, key);
  // taken back meanwhile by the request that made it: the provider is away
  if (!payment) throw fail("payment_unavailable");
  if (!payment.body_hash.equals(bodyHash)) throw fail("idempotency_key_reused");
  return { payment, country };
}

async function openCheckout(
  ctx: MemberContext,
  payment: PaymentRow,
  country: string | null,
  method: string | undefined,
): Promise<Started> {
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
