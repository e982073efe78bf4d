import type { IncomingHttpHeaders } from "node:http";
import type { Language } from "#contract/constants.ts";
import type { Payment } from "#contract/payments.ts";

/** What is to be paid. Amounts are minor units of the currency, VAT included (D7.1). */
export type Order = {
  /** Ours. Whoever orders twice with the same one gets the same checkout. */
  paymentId: string;
  amount: number;
  currency: string;
  /** What is bought, in the buyer's language. */
  description: string;
  /** The site's name as the buyer knows it. */
  merchant: string;
  /** The buyer's country, upper case. */
  country: string;
  /** One of `methods`, where the buyer chose already. */
  method?: string;
  language: Language;
  /** Where the buyer comes back to, whatever the outcome. */
  returnUrl: string;
  /** Where the provider tells that something changed. */
  webhookUrl: string;
};

type Checkout = {
  /** The provider's own name of the payment. */
  reference: string;
  /** Where the buyer pays. */
  checkoutUrl: string;
};

/** What the provider answers when it is asked: this is what counts (D7.4). */
export type ProviderPayment = {
  paymentId: string;
  status: Payment["status"];
  amount: number;
  currency: string;
  method: string | null;
};

/** A webhook as it came in; a signature covers the raw body, byte for byte. */
export type WebhookRequest = { headers: IncomingHttpHeaders; rawBody: string };

/**
 * Where money comes in (D7.3). A provider is one file that makes one of these. Whatever is thrown counts as "can not be
 * reached now"; the caller gives up when `signal` fires.
 */
export type PaymentProvider = {
  /** Kept with every payment, so that a change of provider leaves the old ones to theirs. */
  readonly name: string;
  /** The methods it offers in a country (ISO 3166-1, upper case), the usual one first. */
  methods(country: string): readonly string[];
  createCheckout(order: Order, signal: AbortSignal): Promise<Checkout>;
  /** Null where the provider does not know the reference. */
  fetchStatus(reference: string, signal: AbortSignal): Promise<ProviderPayment | null>;
  /** The reference that a webhook is about; null where it is forged, altered or older than five minutes. */
  readWebhook(request: WebhookRequest): string | null;
};
