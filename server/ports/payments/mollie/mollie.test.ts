import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { type Order, PaymentRefused } from "#server/ports/payments/port.ts";
import { directDebitOf, orderOf, testProvider } from "#server/ports/payments/test-provider.ts";
import { createMollie } from "./mollie.ts";
import { startTestMollie } from "./test-mollie.ts";

const mollie = await startTestMollie();
const provider = createMollie({ key: mollie.apiKey, url: mollie.url });
const signal = new AbortController().signal;
afterEach(() => mollie.fail(undefined));
afterAll(() => mollie.close());

const set = async (id: string, status: string) => {
  mollie.findPayment(id).status = status;
};

const webhook = (id: string) => ({
  headers: { "content-type": "application/x-www-form-urlencoded" },
  rawBody: new URLSearchParams({ id }).toString(),
});

mollie.offerWallets(["applepay", "googlepay"]);
testProvider({
  provider,
  cardWallets: ["apple_pay", "google_pay"],
  unknownReference: "tr_unknown1",
  complete: async (id) => mollie.pay(id),
  fail: (id) => set(id, "failed"),
  cancel: (id) => set(id, "canceled"),
  expire: (id) => set(id, "expired"),
  leavePending: (id) => set(id, "pending"),
  async endRefund(id, refundId, outcome) {
    const refund = mollie.findPayment(id).refunds.find((each) => each.id === refundId);
    if (refund) refund.status = outcome === "completed" ? "refunded" : "failed";
  },
  chargeBack: async (id) => void mollie.chargeBack(id),
  async reverseChargeback(id) {
    const [chargeback] = mollie.findPayment(id).chargebacks;
    if (chargeback) chargeback.reversedAt = "2026-11-21T09:13:37+00:00";
  },
  webhook,
  forged: (id) =>
    ["", `id=${id}%00`, "id=tr_", "id=ord_12345678", "id=../payments", `{"id":"${id}"}`, `reference=${id}`].map(
      (rawBody) => ({ headers: {}, rawBody }),
    ),
  now: () => new Date(),
});

const lastOrder = () => mollie.requests.findLast(({ path }) => path === "/v2/payments")?.body;

describe("D7.3 an order at Mollie", () => {
  test("carries its amount as Mollie writes it, our id, the method and the locale, and no personal data", async () => {
    const order = orderOf({ country: "BE", method: "bancontact" });
    await provider.createCheckout(order, signal);
    expect(lastOrder()).toEqual({
      amount: { value: "47.95", currency: "EUR" },
      description: order.description,
      redirectUrl: order.returnUrl,
      webhookUrl: order.webhookUrl,
      method: "bancontact",
      locale: "nl_BE",
      metadata: { paymentId: order.paymentId },
    });
  });

  test.each([
    ["HUF", 399_000, "3990.00"],
    ["JPY", 1200, "1200"],
  ])("in %s has its decimals by ISO 4217", async (currency, amount, value) => {
    await provider.createCheckout(orderOf({ currency, amount }), signal);
    expect(lastOrder()?.amount).toEqual({ value, currency });
  });

  test.each(["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000", "http://nl.rendezvous.localhost"])(
    "from %s names no webhook, because Mollie can't reach it",
    async (origin) => {
      await provider.createCheckout(orderOf({ webhookUrl: `${origin}/api/payment-webhook.php` }), signal);
      expect(lastOrder()).not.toHaveProperty("webhookUrl");
    },
  );

  test("without a method lets the buyer choose on Mollie's page", async () => {
    const { reference } = await provider.createCheckout(orderOf({ method: undefined }), signal);
    mollie.pay(reference, "applepay");
    expect(await provider.fetchPayment(reference, signal)).toMatchObject({ method: "card", status: "completed" });
  });

  test("by card is a choice of the card and Apple Pay if the buyer was told of that; a card that is kept is none", async () => {
    const asked = async (overrides: Partial<Order>) => {
      await provider.createCheckout(orderOf(overrides), signal);
      return lastOrder()?.method;
    };
    expect(await asked({ cardWallets: ["apple_pay", "google_pay"] })).toEqual(["creditcard", "applepay"]);
    expect(await asked({ cardWallets: ["apple_pay"], remember: true })).toEqual(["creditcard", "applepay"]);
    // Google Pay is on the page for cards
    expect(await asked({ cardWallets: ["google_pay"] })).toBe("creditcard");
    expect(await asked({ method: "ideal", cardWallets: ["apple_pay"] })).toBe("ideal");
  });

  test("names the wallets that are switched on in the account, and none that it can't read", async () => {
    mollie.offerWallets(["googlepay", "swish"]);
    expect(await provider.cardWallets(signal)).toEqual(["google_pay"]);
    mollie.offerWallets([]);
    expect(await provider.cardWallets(signal)).toEqual([]);
    for (const fault of ["500", "html", "wrong", "lost"] as const) {
      mollie.fail(fault);
      await expect(provider.cardWallets(signal)).rejects.toThrow(Error);
    }
    mollie.fail(undefined);
    mollie.offerWallets(["applepay", "googlepay"]);
  });

  test("is made without keeping the method if Mollie refuses to keep it", async () => {
    const order = orderOf({ remember: true, buyer: { name: "A", email: "a@example.org", customer: "cst_deleted" } });
    const { reference, customer, checkoutUrl } = await provider.createCheckout(order, signal);
    expect([customer, typeof checkoutUrl]).toEqual([null, "string"]);
    mollie.pay(reference);
    expect(await provider.fetchPayment(reference, signal)).toMatchObject({ status: "completed", stored: null });
  });

  test("whose answer is lost is charged once, also if it is repeated after Mollie forgot its key", async () => {
    const { customer } = await provider.createCheckout(orderOf({ remember: true }), signal);
    const debit = orderOf({ method: "sepa", buyer: { name: "Anna", email: "anna@example.org", customer } });
    const again = { ...debit, directDebit: directDebitOf(debit.paymentId) };
    mollie.fail("lost");
    mollie.whenAsked(({ method }) => mollie.fail(method === "GET" ? undefined : "lost"));
    await expect(provider.createCheckout(again, AbortSignal.timeout(200))).rejects.toThrow();
    mollie.whenAsked(({ method }) => method === "GET" && mollie.fail("lost"));
    mollie.fail(undefined);
    await expect(provider.createCheckout(again, signal)).rejects.toThrow();
    mollie.whenAsked(undefined);
    mollie.fail(undefined);
    mollie.clearKeys();
    const { reference } = await provider.createCheckout(again, signal);
    expect((await provider.createCheckout(again, signal)).reference).toBe(reference);
    const charged = [...mollie.payments.values()].filter(
      ({ metadata }) => (metadata as { paymentId?: string }).paymentId === again.paymentId,
    );
    expect(charged).toHaveLength(1);
  });

  test("by direct debit needs a stored customer: without one a repetition could not find it, and would charge again", async () => {
    const first = orderOf({ method: "sepa" });
    const directDebit = directDebitOf(first.paymentId);
    const orders = mollie.payments.size;
    await expect(provider.createCheckout({ ...first, directDebit }, signal)).rejects.toThrow("stored customer");
    expect(mollie.payments.size).toBe(orders);
    const makeCustomer = () => provider.createCustomer(first.buyer, first.paymentId, signal);
    const customer = await makeCustomer();
    expect(await makeCustomer()).toBe(customer);
    const debit = { ...first, directDebit, buyer: { ...first.buyer, customer } };
    mollie.whenAsked(({ path }) => path.endsWith("/mandates") && mollie.fail("lost"));
    await expect(provider.createCheckout(debit, signal)).rejects.toThrow("fetch failed");
    mollie.whenAsked(undefined);
    mollie.fail(undefined);
    mollie.clearKeys();
    expect((await provider.createCheckout(debit, signal)).customer).toBe(customer);
    expect(mollie.payments.size).toBe(orders + 1);
  });

  test("by a stored card is approved by the buyer on Mollie's page, as the customer that has it", async () => {
    const { reference: first, customer } = await provider.createCheckout(orderOf({ remember: true }), signal);
    mollie.pay(first);
    const stored = (await provider.fetchPayment(first, signal))?.stored?.reference;
    const again = orderOf({ stored, method: "card", buyer: { name: "Anna", email: "anna@example.org", customer } });
    const { reference, checkoutUrl } = await provider.createCheckout(again, signal);
    expect(checkoutUrl).toContain(reference);
    expect(mollie.findPayment(reference)).toMatchObject({
      status: "open",
      sequenceType: "oneoff",
      customerId: customer,
      mandateId: null,
      method: "creditcard",
    });
  });

  test("by direct debit with an IBAN that Mollie refuses is refused, and the error does not name it", async () => {
    const order = orderOf({ method: "sepa" });
    const customer = await provider.createCustomer(order.buyer, order.paymentId, signal);
    const directDebit = { ...directDebitOf(order.paymentId), iban: "NL00" };
    const buyer = { ...order.buyer, customer };
    const refused = provider.createCheckout({ ...order, buyer, directDebit }, signal);
    await expect(refused).rejects.toThrow(PaymentRefused);
    await expect(refused).rejects.not.toThrow("NL00");
  });
});

describe("D7.4 Mollie's report", () => {
  const paid = async (overrides = {}) => {
    const order = orderOf(overrides);
    const { reference } = await provider.createCheckout(order, signal);
    mollie.pay(reference);
    return reference;
  };

  test("of a reservation is pending", async () => {
    const { reference } = await provider.createCheckout(orderOf(), signal);
    await set(reference, "authorized");
    expect(await provider.fetchPayment(reference, signal)).toMatchObject({ status: "pending" });
  });

  test("has the refunds that our staff made there", async () => {
    const reference = await paid();
    mollie.createRefund(mollie.findPayment(reference), { amount: { value: "10.00", currency: "EUR" }, metadata: "x" });
    expect((await provider.fetchPayment(reference, signal))?.refunds).toMatchObject([
      { refundId: null, amount: 1000, status: "pending" },
    ]);
  });

  test("of a payment that is no order of ours is none, and it is not listed", async () => {
    const reference = await paid();
    const from = new Date(Date.now() - 5_000);
    const until = new Date(Date.now() + 5_000);
    for (const metadata of [null, "12345", { order: 1 }, { paymentId: "1" }]) {
      mollie.findPayment(reference).metadata = metadata;
      expect(await provider.fetchPayment(reference, signal)).toBeNull();
      expect(await provider.listPayments({ from, until }, signal)).not.toContain(reference);
    }
  });

  test("has no stored method if the mandate is gone or invalid", async () => {
    const [revoked, invalid] = [await paid({ remember: true }), await paid({ remember: true })].map((reference) => ({
      reference,
      mandate: mollie.mandates.get(mollie.findPayment(reference).mandateId ?? ""),
    }));
    if (revoked?.mandate) revoked.mandate.revoked = true;
    if (invalid?.mandate) invalid.mandate.status = "invalid";
    for (const each of [revoked, invalid]) {
      expect(await provider.fetchPayment(each?.reference ?? "", signal)).toMatchObject({ stored: null });
    }
  });

  test("of a period is read page by page, however many there are", async () => {
    const made = [await paid(), await paid(), await paid(), await paid(), await paid()];
    mollie.setPageSize(2);
    const from = new Date(Date.now() - 60_000);
    const listed = await provider.listPayments({ from, until: new Date(Date.now() + 5_000) }, signal);
    expect(listed.slice(-5)).toEqual(made);
    mollie.setPageSize(250);
  });

  test("of chargebacks is read page by page, the pages before the period not at all", async () => {
    const made = [await paid(), await paid(), await paid(), await paid(), await paid()];
    for (const reference of made) mollie.chargeBack(reference);
    const [oldest = ""] = made;
    const [first] = mollie.findPayment(oldest).chargebacks;
    if (first) first.createdAt = "2026-01-01T00:00:00+00:00";
    mollie.setPageSize(2);
    const from = new Date(Date.now() - 60_000);
    const listed = await provider.listChargebacks({ from, until: new Date(Date.now() + 5_000) }, signal);
    mollie.setPageSize(250);
    expect(listed.slice(-4).map(({ payment }) => payment)).toEqual(made.slice(1));
    expect(listed.map(({ payment }) => payment)).not.toContain(oldest);
  });

  test("a refund that is repeated after Mollie forgot its key is sent once", async () => {
    const reference = await paid();
    const refund = { refundId: randomUUID(), reference, amount: 1000, currency: "EUR", description: "Refund" };
    await provider.refund(refund, signal);
    mollie.clearKeys();
    await provider.refund(refund, signal);
    expect(mollie.findPayment(reference).refunds).toHaveLength(1);
  });

  test("a second refund of the same amount waits: Mollie takes it for a duplicate within the hour", async () => {
    const reference = await paid();
    const refund = { reference, amount: 1000, currency: "EUR", description: "Refund" };
    await provider.refund({ ...refund, refundId: randomUUID() }, signal);
    const second = provider.refund({ ...refund, refundId: randomUUID() }, signal);
    await expect(second).rejects.toThrow("409");
    await expect(second).rejects.not.toThrow(PaymentRefused);
  });
});

describe("D7.3 Mollie that does not answer as it should", () => {
  const attempts = () => {
    const order = orderOf();
    const debit = orderOf({ buyer: { ...order.buyer, customer: "cst_12345678" } });
    const refund = { refundId: randomUUID(), reference: "tr_12345678", amount: 1, currency: "EUR", description: "x" };
    const period = { from: new Date(0), until: new Date() };
    return (within: AbortSignal) => [
      provider.createCheckout(order, within),
      provider.createCheckout({ ...order, remember: true }, within),
      provider.createCheckout({ ...debit, directDebit: directDebitOf(debit.paymentId) }, within),
      provider.createCustomer(order.buyer, order.paymentId, within),
      provider.fetchPayment("tr_12345678", within),
      provider.cancel("tr_12345678", within),
      provider.refund(refund, within),
      provider.revokeMethod("cst_12345678", "mdt_12345678", within),
      provider.listPayments(period, within),
      provider.listChargebacks(period, within),
    ];
  };

  test.each([
    ["500", /^Mollie answered \w+ [\w/…]+ with 500$/],
    ["html", /^Mollie's answer to \w+ [\w/…]+ can't be read$/],
    ["wrong", /^Mollie's answer to \w+ [\w/…]+ can't be read$/],
    ["silent", /time/],
    [{ late: 5_000 }, /time/],
    ["lost", /fetch failed/],
  ] as const)("with %j is an error without personal data, never a refusal", async (how, message) => {
    mollie.fail(how);
    const slow = how === "silent" || typeof how === "object";
    for (const outcome of await Promise.allSettled(attempts()(slow ? AbortSignal.timeout(100) : signal))) {
      expect(outcome.status).toBe("rejected");
      const { reason } = outcome as PromiseRejectedResult;
      expect(reason).not.toBeInstanceOf(PaymentRefused);
      expect(reason.message).toMatch(message);
    }
  });

  test("a wrong key is an error, never a refusal", async () => {
    const other = createMollie({ key: `test_${"x".repeat(30)}`, url: mollie.url });
    const refused = other.createCheckout(
      orderOf({ stored: "mdt_1", buyer: { name: "", email: "", customer: "cst_1" } }),
      signal,
    );
    await expect(refused).rejects.toThrow("401");
    await expect(refused).rejects.not.toThrow(PaymentRefused);
  });

  test("an error names the field that Mollie complains about, and nothing of its text", async () => {
    await expect(provider.createCheckout(orderOf({ description: "" }), signal)).rejects.toThrow(
      /^Mollie answered POST \/payments with 422 because of description$/,
    );
  });
});
