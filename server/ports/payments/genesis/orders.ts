import { randomBytes } from "node:crypto";
import type { CardWallet } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import type { Clock } from "#server/lib/clock.ts";
import { cardLabel, methodsOf } from "#server/ports/payments/methods.ts";
import {
  type BuyerMarket,
  type Checkout,
  type Order,
  PaymentRefused,
  type SignedMandate,
} from "#server/ports/payments/port.ts";
import { cardList, consumer, createdForm, done, type GenesisForm, transactionAnswer } from "./answers.ts";
import { type CheckoutRow, findCheckout, saveCheckout } from "./checkouts-store.ts";
import { type GenesisClient, isGenesisRefusal, UnreadableAnswer } from "./client.ts";
import { type GenesisLookups, unlessUnknown } from "./lookups.ts";
import { formLanguage, isOffered, transactionTypes } from "./names.ts";

/** For so many minutes a form can be paid at: the gateway has no call that closes one. */
const formMinutes = 30;

export const offeredMethods = (market: BuyerMarket): readonly string[] => methodsOf(market).filter(isOffered);

const toCheckout = ({ reference, checkout_url: checkoutUrl, customer }: CheckoutRow): Checkout => ({
  reference,
  checkoutUrl,
  customer,
});

/** A holder's names: the gateway wants two. */
function splitName(holder: string): { first_name: string; last_name: string } {
  const parts = holder.trim().split(/\s+/);
  const last = parts.pop() ?? "";
  return { first_name: parts.join(" ") || last, last_name: last };
}

type Parts = {
  db: Db;
  clock: Clock;
  client: GenesisClient;
  lookups: GenesisLookups;
  wallets: readonly CardWallet[];
  /** Where direct debits are sent. */
  terminal: string;
};

/** Orders at Genesis. It refuses an id that it has seen, and a form's it can't be asked about: our table has these. */
export function createGenesisOrders({ db, clock, client, lookups, wallets, terminal }: Parts) {
  const { gate } = lookups;

  /**
   * The gateway knows a consumer by an email address that no second one can have. It gets an invented one: with the
   * buyer's own, an account of the same address at another site would see their cards.
   */
  async function createCustomer(key: string, signal: AbortSignal): Promise<string> {
    const who = { email: `${key}@buyer.invalid` };
    const created = await gate("v1/create_consumer", "create_consumer_request", who, consumer, signal).catch(
      (error: unknown) => {
        if (!isGenesisRefusal(error)) throw error;
        return gate("v1/retrieve_consumer", "retrieve_consumer_request", who, consumer, signal);
      },
    );
    return created.consumer_id;
  }

  /** What the gateway wants of a consumer in each request. */
  async function identify(customer: string, signal: AbortSignal) {
    const elements = { consumer_id: customer };
    const { email = "" } = await gate("v1/retrieve_consumer", "retrieve_consumer_request", elements, consumer, signal);
    return { consumer_id: customer, email };
  }

  async function listCards(who: { consumer_id: string; email: string }, signal: AbortSignal) {
    const { cards } = await gate("v1/get_consumer_cards", "get_consumer_cards_request", who, cardList, signal);
    return cards.card;
  }

  /** Opens a form. Its id at the gateway has a part of chance, so that a lost answer keeps no later try away. */
  async function openForm(
    order: Order,
    who: { consumer_id: string; email: string } | null,
    remember: boolean,
    signal: AbortSignal,
  ): Promise<Checkout> {
    const methods =
      order.method === undefined ? offeredMethods(order).filter((each) => each !== "sepa") : [order.method];
    const elements = {
      transaction_id: `${order.paymentId}-${randomBytes(4).toString("hex")}`,
      amount: order.amount,
      currency: order.currency,
      usage: order.merchant,
      description: order.description,
      ...(who ? { consumer_id: who.consumer_id, customer_email: who.email } : {}),
      notification_url: order.webhookUrl,
      return_success_url: order.returnUrl,
      return_failure_url: order.returnUrl,
      return_cancel_url: order.returnUrl,
      return_pending_url: order.returnUrl,
      ...(remember ? { remember_card: true } : {}),
      lifetime: formMinutes,
      transaction_types: { transaction_type: transactionTypes(methods, wallets) },
    };
    const path = `${formLanguage(order.language)}/wpf`;
    const opened = await client.call({ host: "wpf", path, root: "wpf_payment", elements, answer: createdForm, signal });
    const row = {
      payment_id: order.paymentId,
      reference: opened.unique_id,
      checkout_url: opened.redirect_url,
      method: order.method ?? null,
      customer: who?.consumer_id ?? null,
      remember,
      created_at: clock.now(),
    };
    return toCheckout(await saveCheckout(db, row));
  }

  /** Opens a checkout. If the gateway does not store the buyer's card, opens it without storing. */
  async function openCheckout(order: Order, signal: AbortSignal): Promise<Checkout> {
    if (!order.remember || order.method !== "card") return await openForm(order, null, false, signal);
    try {
      const customer = order.buyer.customer ?? (await createCustomer(order.paymentId, signal));
      return await openForm(order, await identify(customer, signal), true, signal);
    } catch (error) {
      if (!isGenesisRefusal(error)) throw error;
      return await openForm(order, null, false, signal);
    }
  }

  /** The form lists the consumer's cards; the buyer chooses theirs and their bank authenticates them. */
  async function payStored(order: Order, token: string, signal: AbortSignal): Promise<Checkout> {
    const refused = new PaymentRefused("the stored method is not valid any more");
    const { customer } = order.buyer;
    if (customer === null) throw refused;
    try {
      const who = await identify(customer, signal);
      const cards = await listCards(who, signal);
      if (!cards.some((card) => card.token === token)) throw refused;
      return await openForm(order, who, false, signal);
    } catch (error) {
      throw isGenesisRefusal(error) ? refused : error;
    }
  }

  /** Money moves without the buyer: the gateway is asked for an earlier order first, and again if it refuses this. */
  async function payByDirectDebit(order: Order, debit: SignedMandate, signal: AbortSignal): Promise<Checkout> {
    const { paymentId, buyer } = order;
    const earlier = () => lookups.findTransaction({ transaction_id: paymentId }, signal);
    const elements = {
      transaction_type: "sdd_sale",
      transaction_id: paymentId,
      usage: order.description,
      amount: order.amount,
      currency: order.currency,
      iban: debit.iban,
      mandate_reference: debit.mandateReference,
      billing_address: { ...splitName(debit.accountHolder), country: debit.iban.slice(0, 2) },
      return_success_url: order.returnUrl,
      return_failure_url: order.returnUrl,
    };
    const send = async () => {
      try {
        return await gate(`process/${terminal}`, "payment_transaction", elements, transactionAnswer, signal);
      } catch (error) {
        if (!isGenesisRefusal(error)) throw error;
        const sent = (await earlier())?.transaction;
        if (!sent) throw new PaymentRefused("the direct debit is refused");
        return sent;
      }
    };
    const { unique_id: reference } = (await earlier())?.transaction ?? (await send());
    const row = {
      ...{ payment_id: paymentId, reference, checkout_url: null, method: "sepa", customer: buyer.customer },
      ...{ remember: false, sale: reference, created_at: clock.now() },
    };
    return toCheckout(await saveCheckout(db, row));
  }

  return {
    createCustomer,
    async createCheckout(order: Order, signal: AbortSignal): Promise<Checkout> {
      const earlier = await findCheckout(db, { paymentId: order.paymentId });
      if (earlier) return toCheckout(earlier);
      if (order.directDebit) return await payByDirectDebit(order, order.directDebit, signal);
      if (order.stored !== undefined) return await payStored(order, order.stored, signal);
      return await openCheckout(order, signal);
    },
    /** The card that the buyer wanted kept. An answer that can't be read keeps no payment from being settled. */
    async findStored({ consumer_id: customer, card_number: paidBy = "" }: GenesisForm, signal: AbortSignal) {
      if (!customer) return null;
      try {
        const cards = (await unlessUnknown(listCards(await identify(customer, signal), signal))) ?? [];
        const digits = paidBy.slice(-4);
        const kept = cards.findLast((card) => card.card_number.slice(-4) === digits);
        const keptMethod = kept && { reference: kept.token, method: "card", label: cardLabel(digits) };
        return keptMethod ?? null;
      } catch (error) {
        if (error instanceof UnreadableAnswer || isGenesisRefusal(error)) return null;
        throw error;
      }
    },
    /** Removes a card at the gateway; nothing if it has none of this token any more. */
    async deleteCard(customer: string, token: string, signal: AbortSignal): Promise<void> {
      const removed = async () => {
        const elements = { ...(await identify(customer, signal)), token, token_type: "uuid" };
        return await gate("v1/delete_token", "delete_token_request", elements, done, signal);
      };
      await removed().catch((error: unknown) => {
        if (!isGenesisRefusal(error)) throw error;
      });
    },
  };
}
