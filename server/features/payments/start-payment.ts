import type { z } from "zod";
import { pathIn } from "#contract/languages.ts";
import type { startPayment as orderCall } from "#contract/payments.ts";
import { versionDate } from "#contract/version-date.ts";
import type { Lockable } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { findOwner } from "#server/features/auth/index.ts";
import {
  type Offer,
  offerBundles,
  priceWith,
  reserveDiscount,
  validateForPurchase,
} from "#server/features/credits/index.ts";
import { companyOfSite, findTextVersion } from "#server/features/sites/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { hashBody } from "#server/http/idempotency.ts";
import { browserOrigin } from "#server/http/origin.ts";
import {
  type Buyer,
  type BuyerMarket,
  type Order,
  type PaymentProvider,
  PaymentRefused,
  type SignedMandate,
} from "#server/ports/payments/port.ts";
import { askProvider } from "./ask-provider.ts";
import { cancelOlder } from "./cancel-order.ts";
import { findCardWallets } from "./card-wallets.ts";
import { assertMaySpend } from "./limit-spending.ts";
import { findCustomer, insertCustomer, listStoredMethods, type StoredMethodRow } from "./method-store.ts";
import { deletePayment, findByKey, insertPayment, type PaymentRow, setCheckout } from "./payments-store.ts";
import { listDown, observe } from "./provider-health-store.ts";
import { signOrder } from "./receive-webhook.ts";
import { settlePayment } from "./settle-payment.ts";

export type OrderInput = z.output<typeof orderCall.body>;

type StartedPayment = { payment: PaymentRow; checkoutUrl: string };

type Ordered = { payment: PaymentRow; storedMethod: StoredMethodRow | undefined };

/** The same key returns the same order. A direct debit's address is the outcome page. */
export async function startPayment(
  ctx: MemberContext,
  input: OrderInput,
  directDebit?: SignedMandate,
): Promise<StartedPayment> {
  const { payment, storedMethod } = await storeOrder(ctx, input, { isDirectDebit: directDebit !== undefined });
  if (payment.checkout_url && payment.provider_reference) return { payment, checkoutUrl: payment.checkout_url };
  return await openCheckout(ctx, { payment, storedMethod }, input, directDebit);
}

/** Stores the order with its price and discount, or finds the order that was stored under this key before. */
async function storeOrder(
  ctx: MemberContext,
  input: OrderInput,
  { isDirectDebit }: { isDirectDebit: boolean },
): Promise<Ordered> {
  const { db, key, services } = ctx;
  const { memberId } = ctx.viewer;
  const bodyHash = hashBody(input, services.config.secret);
  const storedMethod = await findChosenMethod(ctx, input.stored_method_id);
  let payment = await findByKey(db, memberId, key);
  if (!payment) {
    const offer = await offerBundles(db, { site: ctx.site, memberId, code: input.code, now: ctx.now });
    const order = { input, offer, storedMethod, bodyHash, isDirectDebit };
    payment = await inTransaction(db, (trx) => insertOrder(trx, ctx, order));
    // a concurrent request has stored it
    payment ??= await findByKey(db, memberId, key);
  }
  // the concurrent request deleted it again, because the provider did not answer
  if (!payment) throw fail("payment_unavailable");
  if (!payment.body_hash.equals(bodyHash)) throw fail("idempotency_key_reused");
  return { payment, storedMethod };
}

type NewOrder = {
  input: OrderInput;
  offer: Offer;
  storedMethod: StoredMethodRow | undefined;
  bodyHash: Buffer;
  isDirectDebit: boolean;
};

/** Checks the order and stores it, with the discount that it reserves; undefined if its key was used before. */
async function insertOrder(db: Lockable<"spending_limits">, ctx: MemberContext, order: NewOrder) {
  const { input, storedMethod, isDirectDebit } = order;
  const { country, bundles, discount } = order.offer;
  const bundle = bundles.find((offered) => offered.id === input.bundle_id);
  if (!bundle) throw fail("bundle_not_found");
  const { currency, price_minor: price } = bundle;
  const method = storedMethod?.method ?? input.method ?? null;
  const market = { country: country ?? "", currency };
  const provider = await findProvider(db, ctx, { market, method, storedMethod });
  // a direct debit needs an authorisation, which `input` does not have
  const needsAuthorisation = method === "sepa" && !isDirectDebit;
  if (method !== null && (!provider || needsAuthorisation)) throw failFields({ method: "unknown_option" });
  if (!provider) throw fail("payment_unavailable");
  const problem = discount && validateForPurchase(discount.code, { price, currency, method });
  if (problem !== undefined && input.code !== undefined) throw failFields({ code: problem });
  const amount = priceWith(discount, bundle, method);
  if (amount !== input.amount) throw fail("price_changed");
  await assertMaySpend(db, ctx, { amount, currency });
  const { refund_days: days } = ctx.site.settings;
  const beginKey = method === "sepa" ? "credits:order.begin_direct_debit" : "credits:order.begin";
  const company = await companyOfSite(db, ctx.site, ctx.now);
  const about = { site: ctx.site, company, language: ctx.language, page: "terms" } as const;
  const { since } = await findTextVersion({ db, texts: ctx.services.texts, now: ctx.now }, about);
  const payment = await insertPayment(db, {
    site_id: ctx.site.id,
    member_id: ctx.viewer.memberId,
    // for the VAT
    country,
    ip_country: ctx.services.geo.countryOf(ctx.request.ip),
    bundle_id: bundle.id,
    credits: bundle.credits,
    list_minor: price,
    amount_minor: amount,
    currency,
    vat_percent: bundle.vat_percent,
    provider: provider.name,
    method,
    language: ctx.language,
    stored_method_id: storedMethod?.id ?? null,
    typed_code: input.code ?? null,
    ...(input.return_to ? { return_to: input.return_to } : {}),
    // what the buyer asked for and acknowledged, in the words that they saw
    begin_text: ctx.services.texts.t(ctx.language, beginKey, { days }),
    refund_days: days,
    begin_language: ctx.language,
    terms_version: versionDate(company.added.toISOString(), since),
    origin: ctx.origin,
    key: ctx.key,
    body_hash: order.bodyHash,
    created_at: ctx.now,
  });
  if (payment && discount && amount !== price) await reserveDiscount(db, discount, payment.id);
  return payment;
}

type Routed = { market: BuyerMarket; method: string | null; storedMethod: StoredMethodRow | undefined };

/**
 * Where a new order goes: a stored method stays with its provider. Undefined if none offers the method. `db`: the
 * order's transaction, which must not wait for a second connection.
 */
async function findProvider(
  db: Db,
  { now, services, site }: Pick<MemberContext, "now" | "services" | "site">,
  { market, method, storedMethod }: Routed,
) {
  if (!storedMethod) {
    const purchase = { ...market, routes: site.settings.payment_providers, method };
    return services.payments.route(purchase, await listDown(db, now));
  }
  const keeper = services.payments.for(storedMethod);
  return keeper?.methods(market).includes(storedMethod.method) ? keeper : undefined;
}

async function findChosenMethod(ctx: MemberContext, id: string | undefined): Promise<StoredMethodRow | undefined> {
  if (id === undefined) return undefined;
  const methods = await listStoredMethods(ctx.db, ctx.viewer.memberId, ctx.services.payments);
  const storedMethod = methods.find((each) => each.id === id);
  if (!storedMethod) throw fail("stored_payment_failed");
  return storedMethod;
}

/** Has the member's older ones cancelled. If it fails, the order is deleted, unless it is charged without checkout. */
async function openCheckout(
  ctx: MemberContext,
  { payment, storedMethod }: Ordered,
  input: OrderInput,
  directDebit: SignedMandate | undefined,
): Promise<StartedPayment> {
  const { db, services, site, log } = ctx;
  const { memberId } = ctx.viewer;
  const provider = services.payments.for(payment);
  if (!provider) throw fail("payment_unavailable");
  const owner = { memberId, provider: provider.name };
  // for this browser: its session is bound to the host that it uses
  const outcome = browserOrigin(ctx.request) + pathIn(payment.language, `/transactions/${payment.id}`);
  // without a visit to the provider, money may move even if its answer is lost: then keep the order
  const chargesAtOnce = directDebit !== undefined;
  if (chargesAtOnce) await setCheckout(db, payment.id, { reference: null, checkoutUrl: outcome });
  const { name, email } = await findOwner(db, memberId);
  const order = {
    paymentId: payment.id,
    amount: payment.amount_minor,
    currency: payment.currency,
    description: services.texts.t(payment.language, "payments:description", {
      count: payment.credits,
      site: site.settings.name,
    }),
    merchant: site.settings.name,
    country: payment.country ?? "",
    method: payment.method ?? undefined,
    cardWallets: payment.method === "card" && !storedMethod ? await findCardWallets(services, provider) : [],
    language: payment.language,
    returnUrl: outcome,
    webhookUrl: `${payment.origin}/api/payment-webhook.php?provider=${provider.name}&order=${signOrder(services.config, payment.id)}`,
    buyer: { name, email, customer: await findCustomer(db, owner) },
    remember: input.remember ?? false,
    stored: storedMethod?.reference,
    directDebit,
  };
  try {
    const buyer = chargesAtOnce ? await withCustomer(ctx, provider, order) : order.buyer;
    const checkout = await askProvider(log, (signal) =>
      observe(services, provider, () => provider.createCheckout({ ...order, buyer }, signal)),
    );
    if (checkout.customer !== null) await insertCustomer(db, { ...owner, reference: checkout.customer });
    const checkoutUrl = checkout.checkoutUrl ?? outcome;
    const opened = await inTransaction(db, async (trx) => {
      await cancelOlder(services, trx, payment);
      return await setCheckout(trx, payment.id, { reference: checkout.reference, checkoutUrl });
    });
    if (!opened) throw fail("payment_unavailable");
    if (chargesAtOnce) await settlePayment(ctx, { provider: provider.name, reference: checkout.reference });
    return { payment: (await findByKey(db, memberId, ctx.key)) ?? opened, checkoutUrl };
  } catch (error) {
    if (error instanceof PaymentRefused) {
      await deletePayment(db, payment.id);
      throw fail("stored_payment_failed");
    }
    if (chargesAtOnce) return { payment: (await findByKey(db, memberId, ctx.key)) ?? payment, checkoutUrl: outcome };
    await deletePayment(db, payment.id);
    throw error;
  }
}

/** Stores the customer before money can move: if the answer is lost, a repetition finds the payment there. */
async function withCustomer(
  { db, viewer, log, services }: MemberContext,
  provider: PaymentProvider,
  { buyer, paymentId }: Pick<Order, "buyer" | "paymentId">,
): Promise<Buyer> {
  if (buyer.customer !== null) return buyer;
  const owner = { memberId: viewer.memberId, provider: provider.name };
  const reference = await askProvider(log, (signal) =>
    observe(services, provider, () => provider.createCustomer(buyer, paymentId, signal)),
  );
  await insertCustomer(db, { ...owner, reference });
  // another order may have stored its own first
  return { ...buyer, customer: await findCustomer(db, owner) };
}
