import { cardWallets } from "#contract/constants.ts";
import { toDecimal } from "#server/ports/payments/currency.ts";
import { methodsOf } from "#server/ports/payments/methods.ts";
import {
  type PaymentProvider,
  PaymentRefused,
  type ProviderPayment,
  type WebhookRequest,
} from "#server/ports/payments/port.ts";
import { createMollieClient, isRefusal, MollieError, mollieUrl } from "./client.ts";
import { listCreated } from "./list-created.ts";
import { mollieWallets } from "./names.ts";
import { createMollieOrders } from "./orders.ts";
import { toProviderPayment, toProviderRefund, toStoredMethod } from "./report.ts";
import {
  chargebackList,
  emptyAnswer,
  type MolliePayment,
  mandate,
  methodList,
  molliePayment,
  paymentList,
  refund,
} from "./resources.ts";
import { createMollieSettlements } from "./settlements.ts";

const isGone = (error: unknown): boolean =>
  error instanceof MollieError && (error.status === 404 || error.status === 410);

/** Returns null if Mollie does not know the requested object, or has deleted it. */
async function unlessGone<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

type MollieOptions = {
  key: string;
  /** An access token of the organisation that may read settlements, which Mollie's API keys may not. */
  settlementsToken?: string | undefined;
  /** Only tests pass another one. */
  url?: string | undefined;
};

/** Mollie (D7.3), by its API v2. */
export function createMollie({ key, settlementsToken, url = mollieUrl }: MollieOptions): PaymentProvider {
  const client = createMollieClient({ key, url });
  const settlements =
    settlementsToken === undefined ? null : createMollieSettlements(createMollieClient({ key: settlementsToken, url }));
  const { createCustomer, createCheckout } = createMollieOrders(client);

  async function findPayment(reference: string, signal: AbortSignal): Promise<MolliePayment | null> {
    const path = `/payments/${encodeURIComponent(reference)}?embed=refunds,chargebacks`;
    return await unlessGone(client.call("GET", path, molliePayment, { signal }));
  }

  async function findStored(payment: MolliePayment, signal: AbortSignal): Promise<ProviderPayment["stored"]> {
    const { status, metadata, customerId, mandateId } = payment;
    if (status !== "paid" || !metadata?.remember || !customerId || !mandateId) return null;
    const path = `/customers/${encodeURIComponent(customerId)}/mandates/${encodeURIComponent(mandateId)}`;
    const storedMandate = await unlessGone(client.call("GET", path, mandate, { signal }));
    return storedMandate && toStoredMethod(storedMandate);
  }

  return {
    name: "mollie",
    methods: methodsOf,
    async cardWallets(signal) {
      const path = `/methods?includeWallets=${Object.values(mollieWallets).join(",")}`;
      const { _embedded } = await client.call("GET", path, methodList, { signal });
      return cardWallets.filter((wallet) => _embedded.methods.some(({ id }) => id === mollieWallets[wallet]));
    },
    createCustomer,
    createCheckout,
    async fetchPayment(reference, signal) {
      const payment = await findPayment(reference, signal);
      return payment && toProviderPayment(payment, await findStored(payment, signal));
    },
    async cancel(reference, signal) {
      try {
        await client.call("DELETE", `/payments/${encodeURIComponent(reference)}`, molliePayment, { signal });
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
    },
    async refund(order, signal) {
      const payment = await findPayment(order.reference, signal);
      if (!payment) throw new PaymentRefused("Mollie does not know this payment");
      // a job may repeat the request after more than the hour for which Mollie keeps idempotency keys
      const sent = payment._embedded?.refunds?.find(({ metadata }) => metadata?.refundId === order.refundId);
      if (sent) return toProviderRefund(sent);
      const body = {
        amount: { value: toDecimal(order.amount, order.currency), currency: order.currency },
        description: order.description,
        metadata: { refundId: order.refundId },
      };
      const path = `/payments/${encodeURIComponent(order.reference)}/refunds`;
      try {
        return toProviderRefund(
          await client.call("POST", path, refund, { body, idempotencyKey: order.refundId, signal }),
        );
      } catch (error) {
        if (isRefusal(error)) throw new PaymentRefused("this payment can't be refunded");
        throw error;
      }
    },
    async revokeMethod(customer, mandateId, signal) {
      const path = `/customers/${encodeURIComponent(customer)}/mandates/${encodeURIComponent(mandateId)}`;
      await unlessGone(client.call("DELETE", path, emptyAnswer, { signal }));
    },
    async listPayments(created, signal) {
      const listed = await listCreated(created, async (query) => {
        const { _embedded, _links } = await client.call("GET", `/payments${query}`, paymentList, { signal });
        return { items: _embedded.payments, _links };
      });
      // leave out payments without our id: staff made them in Mollie's dashboard
      return listed.filter(({ metadata }) => metadata).map(({ id }) => id);
    },
    async listChargebacks(created, signal) {
      const listed = await listCreated(created, async (query) => {
        const { _embedded, _links } = await client.call("GET", `/chargebacks${query}`, chargebackList, { signal });
        return { items: _embedded.chargebacks, _links };
      });
      return listed.map(({ id, paymentId, reversedAt }) => ({
        payment: paymentId,
        reference: id,
        reversed: (reversedAt ?? null) !== null,
      }));
    },
    listSettlements: async (created, signal) => (await settlements?.listSettlements(created, signal)) ?? null,
    fetchSettlement: async (reference, signal) => (await settlements?.fetchSettlement(reference, signal)) ?? [],
    readWebhook: readMollieWebhook,
  };
}

/** A form with `id=tr_…`. Mollie does not sign it, so anyone can send one: it only makes the caller query. */
export function readMollieWebhook({ rawBody }: WebhookRequest): string | null {
  const id = new URLSearchParams(rawBody).get("id") ?? "";
  return /^tr_[A-Za-z0-9]{4,64}$/.test(id) ? id : null;
}
