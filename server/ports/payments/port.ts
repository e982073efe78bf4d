import type { IncomingHttpHeaders } from "node:http";
import type { CardWallet, Language } from "#contract/constants.ts";
import type { Payment } from "#contract/payments.ts";

export { toDecimal } from "./currency.ts";

/** A payment to make. Amounts are minor units of the currency, VAT included. */
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
  method: string | undefined;
  /** What the buyer was told that they can pay a card order with, besides typing a card: of `cardWallets`. */
  cardWallets: readonly CardWallet[];
  language: Language;
  /** Where the buyer returns to, whatever the outcome. */
  returnUrl: string;
  webhookUrl: string;
  buyer: Buyer;
  /** Asks the provider to store the method for later orders, which refer to it by `stored`. */
  remember: boolean;
  /** The reference of a stored method, which the buyer approves at the provider: their bank authenticates them. */
  stored: string | undefined;
  /** A SEPA direct debit of `buyer.customer`: pays without a visit to the provider. */
  directDebit: SignedMandate | undefined;
};

export type Buyer = {
  name: string;
  email: string;
  /** The provider's reference of this customer; null if it does not know them. */
  customer: string | null;
};

export type SignedMandate = {
  accountHolder: string;
  /** Without spaces, upper case. */
  iban: string;
  mandateReference: string;
  /** `YYYY-MM-DD` */
  signedOn: string;
};

export type Checkout = {
  reference: string;
  /** Where the buyer pays; null if they have nothing to do there. */
  checkoutUrl: string | null;
  /** The customer that the payment was made for; null if none was needed. */
  customer: string | null;
};

/** The provider's answer to a status query: only this counts. */
export type ProviderPayment = {
  paymentId: string;
  status: Payment["status"];
  amount: number;
  currency: string;
  method: string | null;
  /** The country of the buyer's card or bank account, upper case; null if the provider does not say. */
  country: string | null;
  refunds: readonly ProviderRefund[];
  chargebacks: readonly ProviderChargeback[];
  /** The method that the provider stored for later orders; null if none. */
  stored: { reference: string; method: string; label: string } | null;
};

export type ProviderRefund = {
  reference: string;
  /** Our id of the refund; null if our staff made it at the provider. */
  refundId: string | null;
  amount: number;
  status: "pending" | "completed" | "failed";
};

export type ProviderChargeback = {
  reference: string;
  amount: number;
  /** The bank gave the money back to us. */
  reversed: boolean;
};

/** A chargeback in the provider's list; `payment` is the reference of its payment. */
export type ListedChargeback = { payment: string; reference: string; reversed: boolean };

/** A payout of the provider to us. */
export type ListedSettlement = {
  reference: string;
  /** What stands on our bank statement. */
  number: string;
  currency: string;
  /** What was paid out; below 0: taken from us. */
  net: number;
  /** What the provider kept for its work, VAT included. */
  fees: number;
  paidOutAt: Date;
};

/** What a payout is made of. `reference`: of the payment, refund or chargeback; `payment`: of the payment behind it. */
export type SettlementLine = {
  kind: "payment" | "refund" | "chargeback";
  reference: string;
  payment: string;
  /** Above 0: `kind` says which way it went. */
  amount: number;
  currency: string;
};

/** Money to send back. A repeated request with the same `refundId` sends it once. */
export type RefundOrder = {
  refundId: string;
  reference: string;
  amount: number;
  currency: string;
  /** What the buyer reads on their statement. */
  description: string;
};

/** An incoming webhook; its signature, if the provider signs, covers the raw body, byte for byte. */
export type WebhookRequest = { headers: IncomingHttpHeaders; rawBody: string };

export type WebhookAnswer = { type: string; body: string };

/** Where a buyer lives (ISO 3166-1, upper case) and what they pay in (ISO 4217). */
export type BuyerMarket = { country: string; currency: string };

/** The provider refused for a reason that a retry does not change, such as an expired stored card. */
export class PaymentRefused extends Error {}

/** The provider answered with an error. It is down if every order would fail like this, not only the one. */
export class ProviderFailure extends Error {
  readonly isDown: boolean;
  constructor(message: string, isDown: boolean) {
    super(message);
    this.isDown = isDown;
  }
}

/** One folder for each provider, tested by `test-provider.ts`. Errors but `PaymentRefused`: not reached now. */
export type PaymentProvider = {
  /** Stored with every payment, so that after a change of provider old payments stay with theirs. */
  readonly name: string;
  /** The methods it offers, the most common one first. `sepa`: direct debit, ordered with a mandate. */
  methods(market: BuyerMarket): readonly string[];
  /** The wallets that its page offers for a card order, as our account there has them. */
  cardWallets(signal: AbortSignal): Promise<readonly CardWallet[]>;
  /** `key`: the provider's idempotency key. The caller stores the reference first, to find an order without answer. */
  createCustomer(buyer: Pick<Buyer, "name" | "email">, key: string, signal: AbortSignal): Promise<string>;
  /** Throws `PaymentRefused` if a stored method is not valid any more. */
  createCheckout(order: Order, signal: AbortSignal): Promise<Checkout>;
  /** Null if the provider does not know the reference. */
  fetchPayment(reference: string, signal: AbortSignal): Promise<ProviderPayment | null>;
  /** Cancels a payment that is not paid yet. Does nothing if the provider can't cancel it, or not any more. */
  cancel(reference: string, signal: AbortSignal): Promise<void>;
  /** Throws `PaymentRefused` if this payment can't be refunded. */
  refund(order: RefundOrder, signal: AbortSignal): Promise<ProviderRefund>;
  /** Makes a stored method unusable. Does nothing if it is so already. */
  revokeMethod(customer: string, reference: string, signal: AbortSignal): Promise<void>;
  /** References of payments that were created in a period: the reconciliation compares them with ours. */
  listPayments(created: { from: Date; until: Date }, signal: AbortSignal): Promise<readonly string[]>;
  /** The chargebacks of a period, of old payments too: a bank takes weeks, and its webhook may get lost. */
  listChargebacks(created: { from: Date; until: Date }, signal: AbortSignal): Promise<readonly ListedChargeback[]>;
  /** Payouts that were opened in a period and are paid out by now, the oldest first; null if they can't be read. */
  listSettlements(
    opened: { from: Date; until: Date },
    signal: AbortSignal,
  ): Promise<readonly ListedSettlement[] | null>;
  /** The lines of a payout, each once. */
  fetchSettlement(reference: string, signal: AbortSignal): Promise<readonly SettlementLine[]>;
  /** Null if there is none, or if the webhook is forged, altered or older than five minutes. */
  readWebhook(request: WebhookRequest): string | null;
  /** The answer by which the provider knows that its webhook arrived; without this any 200 says so. */
  answerWebhook?(request: WebhookRequest): WebhookAnswer | null;
};
