import type { IncomingHttpHeaders } from "node:http";
import type { Language } from "#contract/constants.ts";
import type { Payment } from "#contract/payments.ts";

/** A payment to make. Amounts are minor units of the currency, VAT included (D7.1). */
export type Order = {
  /** Our id. A repeated order with the same id gets the same checkout. */
  paymentId: string;
  amount: number;
  currency: string;
  /** What the buyer buys, in their language. */
  description: string;
  /** The site's name as the buyer knows it. */
  merchant: string;
  /** The buyer's country, upper case. */
  country: string;
  /** One of `methods`, if the buyer has already chosen. */
  method?: string;
  language: Language;
  /** Where the buyer returns to, whatever the outcome. */
  returnUrl: string;
  /** Where the provider reports changes. */
  webhookUrl: string;
};

type Checkout = {
  /** The provider's own id of the payment. */
  reference: string;
  /** Where the buyer pays. */
  checkoutUrl: string;
};

/** The provider's answer to a status query: only this counts (D7.4). */
export type ProviderPayment = {
  paymentId: string;
  status: Payment["status"];
  amount: number;
  currency: string;
  method: string | null;
};

/** An incoming webhook; its signature covers the raw body, byte for byte. */
export type WebhookRequest = { headers: IncomingHttpHeaders; rawBody: string };

/**
 * A payment provider (D7.3). Each provider is one file that implements this. Any thrown error counts as "can't be
 * reached now"; the caller gives up when `signal` fires.
 */
export type PaymentProvider = {
  /** Stored with every payment, so that after a change of provider old payments stay with theirs. */
  readonly name: string;
  /** The methods it offers in a country (ISO 3166-1, upper case), the most common one first. */
  methods(country: string): readonly string[];
  createCheckout(order: Order, signal: AbortSignal): Promise<Checkout>;
  /** Null if the provider does not know the reference. */
  fetchStatus(reference: string, signal: AbortSignal): Promise<ProviderPayment | null>;
  /** The reference in a webhook; null if it is forged, altered or older than five minutes. */
  readWebhook(request: WebhookRequest): string | null;
};
