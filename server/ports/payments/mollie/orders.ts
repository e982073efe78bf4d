import { isIP } from "node:net";
import { toDecimal } from "#server/ports/payments/currency.ts";
import { canStoreMethod } from "#server/ports/payments/methods.ts";
import {
  type Buyer,
  type Checkout,
  type Order,
  PaymentRefused,
  type SignedMandate,
} from "#server/ports/payments/port.ts";
import { isRefusal, type MollieClient } from "./client.ts";
import { mollieLocale, mollieMethod } from "./names.ts";
import { customer as customerAnswer, type MolliePayment, mandate, molliePayment, paymentList } from "./resources.ts";

/** Mollie refuses an unreachable webhook. Without one, the job that queries unsettled payments settles the order. */
function isReachable(url: string): boolean {
  const { hostname } = new URL(url);
  const isLocal = !hostname.includes(".") || /\.(?:localhost|local|internal|test)$/.test(hostname);
  return !isLocal && isIP(hostname) === 0;
}

function baseOf(order: Order) {
  return {
    amount: { value: toDecimal(order.amount, order.currency), currency: order.currency },
    description: order.description,
    ...(isReachable(order.webhookUrl) ? { webhookUrl: order.webhookUrl } : {}),
    metadata: { paymentId: order.paymentId },
  };
}

const checkoutOf = (order: Order) => ({
  ...baseOf(order),
  redirectUrl: order.returnUrl,
  method: mollieMethod(order.method, order.cardWallets),
  locale: mollieLocale(order.language, order.country),
});

function toCheckout(created: MolliePayment, customer: string | null): Checkout {
  const checkoutUrl = created._links.checkout?.href;
  if (checkoutUrl === undefined) throw new Error("Mollie gave no address for a checkout");
  return { reference: created.id, checkoutUrl, customer };
}

/** Waits for a request. Turns an error that a retry would not fix into `PaymentRefused` with this reason. */
async function withRefusal<T>(reason: string, request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (isRefusal(error)) throw new PaymentRefused(reason);
    throw error;
  }
}

/** Orders at Mollie. Every request has an idempotency key made from our payment's id. */
export function createMollieOrders(client: MollieClient) {
  const post = (body: object, idempotencyKey: string, signal: AbortSignal): Promise<MolliePayment> =>
    client.call("POST", "/payments", molliePayment, { body, idempotencyKey, signal });

  async function createCustomer(
    { name, email }: Pick<Buyer, "name" | "email">,
    key: string,
    signal: AbortSignal,
  ): Promise<string> {
    const request = { body: { name, email }, idempotencyKey: `customer-${key}`, signal };
    return (await client.call("POST", "/customers", customerAnswer, request)).id;
  }

  /** Opens a checkout. If Mollie does not store the method of this payment or buyer, opens it without storing. */
  async function openCheckout(order: Order, signal: AbortSignal): Promise<Checkout> {
    const checkout = checkoutOf(order);
    const remember = order.remember && canStoreMethod(order.method);
    if (!remember) return toCheckout(await post(checkout, order.paymentId, signal), null);
    const customerId = order.buyer.customer ?? (await createCustomer(order.buyer, order.paymentId, signal));
    try {
      const metadata = { ...checkout.metadata, remember };
      const storingCheckout = { ...checkout, metadata, sequenceType: "first", customerId };
      return toCheckout(await post(storingCheckout, order.paymentId, signal), customerId);
    } catch (error) {
      // Mollie can't store this method, or the customer is deleted: take the payment without storing the method
      if (!isRefusal(error)) throw error;
      return toCheckout(await post(checkout, `once-${order.paymentId}`, signal), null);
    }
  }

  /** The payment of an order that was sent before: Mollie forgets idempotency keys after an hour. */
  async function findSent(order: Order, customer: string, signal: AbortSignal): Promise<MolliePayment | undefined> {
    const path = `/customers/${encodeURIComponent(customer)}/payments?limit=50`;
    const list = await client.call("GET", path, paymentList, { signal });
    return list._embedded.payments.find(({ metadata }) => metadata?.paymentId === order.paymentId);
  }

  /** Their bank authenticates them (Directive 2015/2366, article 97), which a recurring payment would be without. */
  async function payStored(order: Order, mandateId: string, signal: AbortSignal): Promise<Checkout> {
    const customerId = order.buyer.customer;
    const reason = "the stored method is not valid any more";
    if (customerId === null) throw new PaymentRefused(reason);
    const path = `/customers/${encodeURIComponent(customerId)}/mandates/${encodeURIComponent(mandateId)}`;
    const storedMandate = await withRefusal(reason, client.call("GET", path, mandate, { signal }));
    if (storedMandate.status !== "valid") throw new PaymentRefused(reason);
    const body = { ...checkoutOf(order), sequenceType: "oneoff", customerId };
    return toCheckout(await withRefusal(reason, post(body, order.paymentId, signal)), customerId);
  }

  async function payByDirectDebit(order: Order, debit: SignedMandate, signal: AbortSignal): Promise<Checkout> {
    const customerId = order.buyer.customer;
    if (customerId === null) throw new Error("a direct debit needs a stored customer");
    const sent = await findSent(order, customerId, signal);
    if (sent) return { reference: sent.id, checkoutUrl: null, customer: customerId };
    const body = {
      method: "directdebit",
      consumerName: debit.accountHolder,
      consumerAccount: debit.iban,
      signatureDate: debit.signedOn,
      mandateReference: debit.mandateReference,
    };
    const path = `/customers/${encodeURIComponent(customerId)}/mandates`;
    const request = { body, idempotencyKey: `mandate-${order.paymentId}`, signal };
    const { id: mandateId } = await withRefusal("the mandate is refused", client.call("POST", path, mandate, request));
    const charge = { ...baseOf(order), sequenceType: "recurring", customerId, mandateId };
    const { id } = await withRefusal("the direct debit is refused", post(charge, order.paymentId, signal));
    return { reference: id, checkoutUrl: null, customer: customerId };
  }

  async function createCheckout(order: Order, signal: AbortSignal): Promise<Checkout> {
    if (order.directDebit) return await payByDirectDebit(order, order.directDebit, signal);
    if (order.stored !== undefined) return await payStored(order, order.stored, signal);
    return await openCheckout(order, signal);
  }

  return { createCustomer, createCheckout };
}
