import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { CardWallet } from "#contract/constants.ts";
import { type Order, type PaymentProvider, PaymentRefused, type RefundOrder, type WebhookRequest } from "./port.ts";

/** What the suite needs beside the provider: what buyers and banks do there. Amounts are minor units. */
export type ProviderUnderTest = {
  provider: PaymentProvider;
  /** Those that the account has. */
  cardWallets: readonly CardWallet[];
  /** A reference as the provider gives them, of no payment. */
  unknownReference: string;
  complete(reference: string): Promise<void>;
  fail(reference: string): Promise<void>;
  cancel(reference: string): Promise<void>;
  expire(reference: string): Promise<void>;
  leavePending(reference: string): Promise<void>;
  endRefund(reference: string, refund: string, outcome: "completed" | "failed"): Promise<void>;
  chargeBack(reference: string): Promise<void>;
  reverseChargeback(reference: string): Promise<void>;
  webhook(reference: string): WebhookRequest;
  /** Requests that are no webhook of the provider. */
  forged(reference: string): readonly WebhookRequest[];
  /** The time by the provider's clock. */
  now(): Date;
  /** What the provider can't do; by default it can do everything. */
  lacks?: { keeping?: readonly string[]; cancelling?: true; chargebackTimes?: true; methods?: readonly string[] };
};

// never aborted: a worker loads this file once for all its test files, so a time limit would end within one of them
const signal = new AbortController().signal;

export function orderOf(overrides: Partial<Order> = {}): Order {
  const paymentId = randomUUID();
  return {
    paymentId,
    amount: 4795,
    currency: "EUR",
    description: "60 credits at Rendezvous",
    merchant: "Rendezvous",
    country: "NL",
    method: "card",
    cardWallets: [],
    language: "nl",
    returnUrl: `https://shop.example/transactions/${paymentId}`,
    webhookUrl: "https://shop.example/api/payment-webhook.php",
    buyer: { name: "Anna", email: "anna@example.org", customer: null },
    remember: false,
    stored: undefined,
    directDebit: undefined,
    ...overrides,
  };
}

export const directDebitOf = (paymentId: string) => ({
  accountHolder: "A. Jansen",
  iban: "NL91ABNA0417164300",
  mandateReference: `RDV-${paymentId.slice(0, 8)}`,
  signedOn: "2026-11-20",
});

/** Tests that every payment provider passes. */
export function testProvider(given: ProviderUnderTest): void {
  const { provider, lacks = {} } = given;
  const canKeep = (method: string) => !lacks.keeping?.includes(method);
  describe(`D7.3 the provider ${provider.name}`, () => {
    const order = async (overrides: Partial<Order> = {}) => {
      const ordered = orderOf(overrides);
      return { ordered, ...(await provider.createCheckout(ordered, signal)) };
    };
    const report = async (reference: string) => {
      const payment = await provider.fetchPayment(reference, signal);
      if (!payment) throw new Error("the provider does not know the payment");
      return payment;
    };
    const paid = async (overrides: Partial<Order> = {}) => {
      const opened = await order(overrides);
      await given.complete(opened.reference);
      return opened;
    };
    const refundOf = (reference: string, amount: number): RefundOrder => ({
      refundId: randomUUID(),
      reference,
      amount,
      currency: "EUR",
      description: "Refund for 60 credits",
    });
    /** A direct debit of a new customer. */
    const debitOf = async () => {
      const ordered = orderOf({ method: "sepa" });
      const customer = await provider.createCustomer(ordered.buyer, ordered.paymentId, signal);
      const directDebit = directDebitOf(ordered.paymentId);
      return { ...ordered, directDebit, buyer: { ...ordered.buyer, customer } };
    };
    /** A buyer whose card or wallet the provider keeps. */
    const remembered = async (method: string) => {
      const { reference, customer } = await paid({ remember: true, method });
      const { stored } = await report(reference);
      if (!stored || customer === null) throw new Error("the provider keeps no method");
      return { stored, buyer: { ...orderOf().buyer, customer } };
    };

    test("gives one checkout for one payment id, also for orders at once", async () => {
      const ordered = orderOf();
      const checkouts = await Promise.all([1, 2, 3].map(() => provider.createCheckout(ordered, signal)));
      checkouts.push(await provider.createCheckout(ordered, signal));
      expect(new Set(checkouts.map(({ reference }) => reference)).size).toBe(1);
      expect(new Set(checkouts.map(({ checkoutUrl }) => checkoutUrl)).size).toBe(1);
      expect(URL.canParse(checkouts[0]?.checkoutUrl ?? "")).toBe(true);
    });

    test("makes a customer only if it keeps something", async () => {
      expect((await order({ remember: true })).customer).not.toBeNull();
    });

    test("knows no payment by another reference", async () => {
      expect(await provider.fetchPayment(given.unknownReference, signal)).toBeNull();
      expect(await provider.fetchPayment("../customers", signal)).toBeNull();
    });

    test.each([
      ["complete", "completed"],
      ["fail", "failed"],
      ["cancel", "cancelled"],
      ["expire", "expired"],
      ["leavePending", "pending"],
    ] as const)("reports a payment that ends by %s as %s", async (how, status) => {
      const { reference, ordered } = await order();
      const { paymentId } = ordered;
      const opened = { paymentId, amount: 4795, currency: "EUR", method: "card", refunds: [], chargebacks: [] };
      expect(await report(reference)).toEqual({ ...opened, status: "open", country: null, stored: null });
      await given[how](reference);
      const country = status === "completed" ? "NL" : null;
      expect(await report(reference)).toEqual({ ...opened, status, country, stored: null });
    });

    test("cancels an open checkout and a direct debit that is not collected yet if it can, and leaves other payments alone", async () => {
      const debit = await provider.createCheckout(await debitOf(), signal);
      const [open, pending, done] = [await order(), await order(), await paid()];
      await given.leavePending(pending.reference);
      const references = [open, debit, pending, done].map(({ reference }) => reference);
      for (const reference of [...references, ...references, given.unknownReference]) {
        await provider.cancel(reference, signal);
      }
      const statuses = await Promise.all(references.map(async (reference) => (await report(reference)).status));
      const ended = lacks.cancelling ? ["open", "pending"] : ["cancelled", "cancelled"];
      expect(statuses).toEqual([...ended, "pending", "completed"]);
    });

    test.each([
      ["EUR", 995],
      ["PLN", 3025],
      ["HUF", 399_000],
      ["ISK", 1490],
      ["JPY", 1200],
    ])("moves the amount to the minor unit in %s", async (currency, amount) => {
      const { reference } = await paid({ currency, amount });
      expect(await report(reference)).toMatchObject({ amount, currency, status: "completed" });
    });

    test("refunds once for one refund id, in parts, and reports each outcome", async () => {
      const { reference } = await paid();
      const [first, second] = [refundOf(reference, 1000), refundOf(reference, 795)];
      const sent = await Promise.all([1, 2, 3].map(() => provider.refund(first, signal)));
      expect(new Set(sent.map((refund) => refund.reference)).size).toBe(1);
      expect(sent[0]).toMatchObject({ refundId: first.refundId, amount: 1000, status: "pending" });
      const other = await provider.refund(second, signal);
      await given.endRefund(reference, sent[0]?.reference ?? "", "completed");
      await given.endRefund(reference, other.reference, "failed");
      const { refunds } = await report(reference);
      expect(refunds.toSorted((a, b) => b.amount - a.amount)).toEqual([
        { reference: sent[0]?.reference, refundId: first.refundId, amount: 1000, status: "completed" },
        { reference: other.reference, refundId: second.refundId, amount: 795, status: "failed" },
      ]);
      expect(await provider.refund(first, signal)).toMatchObject({ reference: sent[0]?.reference });
    });

    test("refuses to refund what was not paid, or more than was", async () => {
      const { reference } = await order();
      await expect(provider.refund(refundOf(reference, 100), signal)).rejects.toThrow(PaymentRefused);
      await expect(provider.refund(refundOf(given.unknownReference, 100), signal)).rejects.toThrow(PaymentRefused);
      const all = await paid();
      await expect(provider.refund(refundOf(all.reference, 4796), signal)).rejects.toThrow(PaymentRefused);
      await provider.refund(refundOf(all.reference, 4000), signal);
      await expect(provider.refund(refundOf(all.reference, 796), signal)).rejects.toThrow(PaymentRefused);
    });

    test("reports a chargeback, and its reversal", async () => {
      const { reference } = await paid();
      await given.chargeBack(reference);
      const [chargeback] = (await report(reference)).chargebacks;
      expect(chargeback).toMatchObject({ amount: 4795, reversed: false });
      await given.reverseChargeback(reference);
      expect((await report(reference)).chargebacks).toEqual([{ ...chargeback, reversed: true }]);
    });

    const labels: readonly [string, RegExp][] = [
      ["card", /^•••• \d{4}$/],
      ["paypal", /^[^@]+@[^@]+$/],
    ];
    test.each(labels.filter(([method]) => canKeep(method)))(
      "keeps a %s that the buyer wants kept, and opens a checkout where they approve its next use",
      async (method, label) => {
        const { stored, buyer } = await remembered(method);
        expect(stored).toMatchObject({ method, label: expect.stringMatching(label) });
        const again = orderOf({ buyer, stored: stored.reference, method });
        const [first, second] = await Promise.all([1, 2].map(() => provider.createCheckout(again, signal)));
        expect(first).toMatchObject({ checkoutUrl: expect.stringMatching(/^https?:/) });
        expect(second?.reference).toBe(first?.reference);
        expect(await report(first?.reference ?? "")).toMatchObject({ status: "open" });
        await given.complete(first?.reference ?? "");
        expect(await report(first?.reference ?? "")).toMatchObject({ status: "completed", amount: 4795, method });
      },
    );

    test("keeps nothing unless the buyer wants it, or if the method can't be kept", async () => {
      const lacking = lacks.keeping ?? [];
      for (const wish of [{ method: "card" }, ...["ideal", ...lacking].map((method) => ({ method, remember: true }))]) {
        const { reference } = await paid(wish);
        expect((await report(reference)).stored).toBeNull();
      }
    });

    test("refuses a stored method that was forgotten; forgetting it again does nothing", async () => {
      const { stored, buyer } = await remembered("card");
      await provider.revokeMethod(buyer.customer, stored.reference, signal);
      await provider.revokeMethod(buyer.customer, stored.reference, signal);
      const again = orderOf({ buyer, stored: stored.reference });
      await expect(provider.createCheckout(again, signal)).rejects.toThrow(PaymentRefused);
    });

    test("refuses a stored method that it never gave, or of another customer", async () => {
      const { stored, buyer } = await remembered("card");
      const other = (await remembered("card")).buyer;
      for (const wrong of [
        { buyer, stored: "mdt_unknown" },
        { buyer: other, stored: stored.reference },
      ]) {
        await expect(provider.createCheckout(orderOf(wrong), signal)).rejects.toThrow(PaymentRefused);
      }
    });

    test("takes a direct debit without a visit; it is pending until the bank pays, and can come back", async () => {
      const debit = await debitOf();
      const checkouts = await Promise.all([1, 2].map(() => provider.createCheckout(debit, signal)));
      expect(new Set(checkouts.map(({ reference }) => reference)).size).toBe(1);
      const { reference = "", checkoutUrl, customer } = checkouts[0] ?? {};
      expect([checkoutUrl, customer]).toEqual([null, debit.buyer.customer]);
      expect(await report(reference)).toMatchObject({ status: "pending", method: "sepa", stored: null });
      await given.complete(reference);
      expect(await report(reference)).toMatchObject({ status: "completed", stored: null });
      await given.chargeBack(reference);
      expect((await report(reference)).chargebacks).toMatchObject([{ amount: 4795, reversed: false }]);
    });

    test("names the wallets of the account, and an order that names them is paid with a card", async () => {
      expect(await provider.cardWallets(signal)).toEqual(given.cardWallets);
      const { reference } = await paid({ method: "card", cardWallets: given.cardWallets });
      expect(await report(reference)).toMatchObject({ status: "completed", method: "card" });
    });

    test("reads the reference in its webhook, and nothing in others", async () => {
      const { reference } = await order();
      expect(provider.readWebhook(given.webhook(reference))).toBe(reference);
      for (const forged of given.forged(reference)) expect(provider.readWebhook(forged)).toBeNull();
    });

    test("lists the payments of a period", async () => {
      const from = new Date(given.now().getTime() - 5_000);
      const until = new Date(given.now().getTime() + 5_000);
      const made = [await order(), await order(), await order()].map(({ reference }) => reference);
      const listed = await provider.listPayments({ from, until }, signal);
      expect(listed.filter((reference) => made.includes(reference)).sort()).toEqual(made.toSorted());
      expect(await provider.listPayments({ from: new Date(0), until: from }, signal)).not.toContain(made[0]);
      expect(await provider.listPayments({ from: until, until: new Date(until.getTime() + 1) }, signal)).toEqual([]);
    });

    test("lists the chargebacks of a period with their payments, and whether they were reversed", async () => {
      const step = lacks.chargebackTimes ? 24 * 60 * 60_000 : 5_000;
      const from = new Date(given.now().getTime() - step);
      const until = new Date(given.now().getTime() + step);
      const references = [(await paid()).reference, (await paid()).reference, (await paid()).reference];
      const [first = "", second = "", kept = ""] = references;
      await given.chargeBack(first);
      await given.chargeBack(second);
      await given.reverseChargeback(second);
      const listed = async (period: { from: Date; until: Date }) =>
        (await provider.listChargebacks(period, signal)).filter(({ payment }) => references.includes(payment));
      const chargebackOf = async (payment: string) => (await report(payment)).chargebacks[0]?.reference;
      const [one, other] = [await chargebackOf(first), await chargebackOf(second)];
      const both = [
        { payment: first, reference: one, reversed: false },
        { payment: second, reference: other, reversed: true },
      ];
      const inPeriod = await listed({ from, until });
      expect(inPeriod).toHaveLength(both.length);
      expect(inPeriod).toEqual(expect.arrayContaining(both));
      expect(inPeriod.map(({ payment }) => payment)).not.toContain(kept);
      expect(await listed({ from: new Date(0), until: from })).toEqual([]);
      expect(await listed({ from: until, until: new Date(until.getTime() + 1) })).toEqual([]);
    });

    test.each([
      ["NL", "EUR", ["ideal", "card", "paypal", "sepa"]],
      ["BE", "EUR", ["bancontact", "card", "paypal", "sepa"]],
      ["DE", "EUR", ["card", "paypal", "sepa"]],
      ["AT", "EUR", ["eps", "card", "paypal", "sepa"]],
      ["PL", "PLN", ["blik", "przelewy24", "card"]],
      ["PL", "EUR", ["card", "paypal"]],
      ["DE", "GBP", ["card", "paypal"]],
      ["SE", "SEK", ["card", "paypal"]],
      ["", "EUR", ["card", "paypal"]],
      ["constructor", "EUR", ["card", "paypal"]],
    ])("offers in %j for %s what people there pay with", (country, currency, methods) => {
      const offered = methods.filter((method) => !lacks.methods?.includes(method));
      expect(provider.methods({ country, currency })).toEqual(offered);
    });
  });
}
