import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { testServices } from "#server/db/test-database.ts";
import { type Order, PaymentRefused } from "#server/ports/payments/port.ts";
import { directDebitOf, orderOf, testProvider } from "#server/ports/payments/test-provider.ts";
import { createGenesis } from "./genesis.ts";
import { startTestGenesis } from "./test-genesis.ts";
import { parseXml } from "./xml.ts";

const { services, close } = await testServices();
const { db, clock } = services;
const gateway = await startTestGenesis({ now: () => clock.now() });
const { username, password, terminals, url } = gateway;
const endpoint = { domain: "emerchantpay.net", environment: "staging" } as const;
const login = { ...endpoint, username, password, terminals, wallets: ["apple_pay", "google_pay"] } as const;
const hosts = { wpf: url, gate: url };
const provider = createGenesis({ db, clock }, login, hosts);
afterEach(() => gateway.fail(undefined));
afterAll(async () => {
  await gateway.close();
  await close();
});

const notification = (rawBody: string) => ({
  headers: { "content-type": "application/x-www-form-urlencoded" },
  rawBody,
});

testProvider({
  provider,
  cardWallets: ["apple_pay", "google_pay"],
  unknownReference: "0".repeat(32),
  complete: async (reference) => gateway.end(reference, "approved"),
  fail: async (reference) => gateway.end(reference, "declined"),
  cancel: async (reference) => gateway.end(reference, "cancelled"),
  expire: async (reference) => gateway.end(reference, "timeout"),
  leavePending: async (reference) => gateway.end(reference, "pending_async"),
  endRefund: async (_reference, refund, outcome) =>
    gateway.endRefund(refund, outcome === "completed" ? "approved" : "declined"),
  chargeBack: async (reference) => gateway.chargeBack(reference),
  reverseChargeback: async (reference) =>
    gateway.chargeBack(reference, "chargeback_reversed", "1st chargeback reversal"),
  webhook: (reference) => notification(gateway.notify(reference)),
  forged: (reference) => [
    notification(gateway.notify(reference, { by: "guessed" })),
    notification(gateway.notify(reference).replace(reference, "f".repeat(32))),
    notification(`wpf_unique_id=${reference}`),
    notification(`wpf_unique_id=${reference}&signature=${"é".repeat(40)}`),
    notification(gateway.notify(reference).replace(/signature=\w+/, "signature=")),
    notification(gateway.notify("../reconcile")),
  ],
  now: () => clock.now(),
  lacks: { keeping: ["paypal"], cancelling: true, chargebackTimes: true, methods: ["blik"] },
});

const signal = new AbortController().signal;
const lastForm = () => gateway.requests.findLast(({ path }) => path.endsWith("/wpf"));
const paid = async (overrides: Partial<Order> = {}) => {
  const { reference } = await provider.createCheckout(orderOf(overrides), signal);
  gateway.end(reference, "approved");
  return reference;
};
const debitOf = () => {
  const order = orderOf({ method: "sepa" });
  return { ...order, directDebit: directDebitOf(order.paymentId) };
};
const refundOf = (reference: string) => ({
  ...{ refundId: randomUUID(), reference, amount: 1000, currency: "EUR", description: "Refund for 60 credits" },
});

test("R13.03 each state of the gateway's public clients after a chargeback says who has the money", async () => {
  const states = {
    ...{ chargebacked: false, second_chargebacked: false, pre_arbitrated: false, representment_reversed: false },
    ...{ chargeback_reversed: true, chargeback_reversal: true, represented: true },
  };
  for (const [state, reversed] of Object.entries(states)) {
    const reference = await paid();
    gateway.chargeBack(reference, state);
    const report = await provider.fetchPayment(reference, signal);
    expect(report, state).toMatchObject({ status: "completed", chargebacks: [{ reversed }] });
  }
});

describe("R13.03 an order at a Genesis gateway", () => {
  test("is a form with its amount in minor units, our id, the methods to choose from, and no personal data", async () => {
    const order = orderOf({ description: 'Credits & "more" <now>\u0007', language: "nb" });
    await provider.createCheckout(order, signal);
    const { path, xml } = lastForm() ?? { path: "", xml: "" };
    expect(path).toBe("/no/wpf");
    const [, id] = /<transaction_id>([^<]*)</.exec(xml) ?? [];
    expect(id?.startsWith(`${order.paymentId}-`)).toBe(true);
    expect(xml.replace(id ?? "", "ID")).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>\n<wpf_payment><transaction_id>ID</transaction_id>',
        "<amount>4795</amount><currency>EUR</currency><usage>Rendezvous</usage>",
        "<description>Credits &amp; &quot;more&quot; &lt;now&gt;</description>",
        `<notification_url>${order.webhookUrl}</notification_url>`,
        ...["success", "failure", "cancel", "pending"].map(
          (outcome) => `<return_${outcome}_url>${order.returnUrl}</return_${outcome}_url>`,
        ),
        '<lifetime>30</lifetime><transaction_types><transaction_type name="sale3d"></transaction_type>',
        '<transaction_type name="apple_pay"><payment_subtype>sale</payment_subtype></transaction_type>',
        '<transaction_type name="google_pay"><payment_subtype>sale</payment_subtype></transaction_type>',
        "</transaction_types></wpf_payment>",
      ].join(""),
    );
  });

  test("without a method lets the buyer choose on the form, a wallet too, which counts as a card", async () => {
    const { reference } = await provider.createCheckout(orderOf({ method: undefined }), signal);
    const names = [...(lastForm()?.xml.matchAll(/name="(\w+)"/g) ?? [])].map(([, name]) => name);
    expect(names).toEqual(["ideal", "sale3d", "apple_pay", "google_pay", "pay_pal"]);
    gateway.end(reference, "approved", "apple_pay");
    expect(await provider.fetchPayment(reference, signal)).toMatchObject({ method: "card", status: "completed" });
  });

  test("offers no wallet, and names none, without one in the contract", async () => {
    const plain = createGenesis({ db, clock }, { ...login, wallets: [] }, hosts);
    expect(await plain.cardWallets(signal)).toEqual([]);
    await plain.createCheckout(orderOf(), signal);
    expect(lastForm()?.xml.match(/name="(\w+)"/g)).toEqual(['name="sale3d"']);
  });

  test("whose answer is lost opens another form, and the first one's address is known to no one", async () => {
    const order = orderOf();
    gateway.fail("lost");
    await expect(provider.createCheckout(order, signal)).rejects.toThrow("fetch failed");
    gateway.fail(undefined);
    const again = await provider.createCheckout(order, signal);
    expect(await provider.createCheckout(order, signal)).toEqual(again);
  });

  test("by direct debit whose answer is lost is sent once, and listed", async () => {
    const order = debitOf();
    const sent = () => [...gateway.transactions.values()].filter((each) => each.transaction_id === order.paymentId);
    const from = new Date(clock.now().getTime() - 1000);
    gateway.whenAsked(({ path }) => gateway.fail(path.startsWith("/process") ? "lost" : undefined));
    await expect(provider.createCheckout(order, signal)).rejects.toThrow("fetch failed");
    gateway.whenAsked(undefined);
    gateway.fail(undefined);
    const [{ unique_id: reference } = { unique_id: "" }] = sent();
    const until = new Date(clock.now().getTime() + 1000);
    expect(await provider.listPayments({ from, until }, signal)).toContain(reference);
    expect(await provider.fetchPayment(reference, signal)).toMatchObject({ paymentId: order.paymentId });
    expect(await provider.createCheckout(order, signal)).toMatchObject({ reference });
    expect(sent()).toHaveLength(1);
  });

  test("by direct debit with an IBAN that the gateway refuses is refused, and the error does not name it", async () => {
    const order = debitOf();
    const refused = provider.createCheckout({ ...order, directDebit: { ...order.directDebit, iban: "NL00" } }, signal);
    await expect(refused).rejects.toThrow(PaymentRefused);
    await expect(refused).rejects.not.toThrow("NL00");
  });

  test("is made without keeping the card if the gateway does not know the customer", async () => {
    const buyer = { name: "A", email: "a@example.org", customer: "999999" };
    const { reference, customer } = await provider.createCheckout(orderOf({ remember: true, buyer }), signal);
    expect(customer).toBeNull();
    gateway.end(reference, "approved");
    expect(await provider.fetchPayment(reference, signal)).toMatchObject({ status: "completed", stored: null });
  });

  test("is settled although the list of the buyer's cards can't be read", async () => {
    const reference = await paid({ remember: true });
    gateway.hideCards(true);
    expect(await provider.fetchPayment(reference, signal)).toMatchObject({ status: "completed", stored: null });
    gateway.hideCards(false);
    expect(await provider.fetchPayment(reference, signal)).toMatchObject({ stored: { label: "•••• 0000" } });
  });
});

describe("R13.03 the report of a Genesis gateway", () => {
  test("of a form that is none of ours is none", async () => {
    const reference = await paid();
    const made = gateway.forms.get(reference);
    if (made) made.transaction_id = "console-1";
    expect(await provider.fetchPayment(reference, signal)).toBeNull();
  });

  test("with a status that we do not know is an error, not a guess", async () => {
    const reference = await paid();
    const made = gateway.forms.get(reference);
    if (made) made.status = "teleported";
    await expect(provider.fetchPayment(reference, signal)).rejects.toThrow("can't be read");
  });

  test("has what our staff sent back in its console: a refund, or the whole sale", async () => {
    const reference = await paid();
    const [sale] = gateway.forms.get(reference)?.transactions ?? [];
    if (sale)
      gateway.forms.get(reference)?.transactions.push({ ...sale, transaction_type: "void", transaction_id: "by hand" });
    expect((await provider.fetchPayment(reference, signal))?.refunds).toMatchObject([
      { refundId: null, amount: 4795, status: "completed" },
    ]);
  });

  test("a refund whose answer is lost is sent once, at the terminal that took the money", async () => {
    for (const reference of [await paid(), (await provider.createCheckout(debitOf(), signal)).reference]) {
      gateway.end(reference, "approved");
      const order = refundOf(reference);
      gateway.whenAsked(({ path }) => gateway.fail(path.startsWith("/process") ? "lost" : undefined));
      await expect(provider.refund(order, signal)).rejects.toThrow("fetch failed");
      gateway.whenAsked(undefined);
      gateway.fail(undefined);
      const { reference: sentAs } = await provider.refund(order, signal);
      gateway.endRefund(sentAs, "approved");
      expect(await provider.refund(order, signal)).toMatchObject({ reference: sentAs, status: "completed" });
      expect((await provider.fetchPayment(reference, signal))?.refunds).toMatchObject([
        { reference: sentAs, refundId: order.refundId, amount: 1000, status: "completed" },
      ]);
    }
  });

  test("a refund that the gateway has seen and does not list yet is an error, never a refusal", async () => {
    const reference = await paid();
    const order = refundOf(reference);
    await provider.refund(order, signal);
    gateway.forms.get(reference)?.transactions.pop();
    const again = provider.refund(order, signal);
    await expect(again).rejects.toThrow("code 340");
    await expect(again).rejects.not.toThrow(PaymentRefused);
  });

  test("is asked for by any id, so that the page of what works sees a gateway that is down", async () => {
    expect(await provider.fetchPayment("status-check", signal)).toBeNull();
    gateway.fail("500");
    await expect(provider.fetchPayment("status-check", signal)).rejects.toThrow("500");
  });

  test("of chargebacks is read page by page", async () => {
    const reference = await paid();
    for (let count = 0; count < 101; count += 1) gateway.chargeBack(reference);
    const last = await paid();
    gateway.chargeBack(last);
    await provider.fetchPayment(last, signal);
    const listed = await provider.listChargebacks({ from: clock.now(), until: clock.now() }, signal);
    expect(listed.map(({ payment }) => payment)).toContain(last);
  });

  test("is announced by signed notifications, whichever of its hashes is set, and each is echoed", async () => {
    const reference = await paid();
    for (const digest of ["sha1", "sha256", "sha512"]) {
      const request = notification(gateway.notify(reference, { digest }));
      expect(provider.readWebhook(request)).toBe(reference);
      expect(provider.answerWebhook?.(request)).toEqual({
        type: "application/xml",
        body: `<?xml version="1.0" encoding="UTF-8"?>\n<notification_echo><wpf_unique_id>${reference}</wpf_unique_id></notification_echo>`,
      });
    }
    expect(provider.answerWebhook?.(notification(gateway.notify(reference, { by: "guessed" })))).toBeNull();
  });
});

describe("R13.03 a Genesis gateway that does not answer as it should", () => {
  const attempts = (within: AbortSignal) => {
    const period = { from: new Date(0), until: new Date() };
    const reference = "1".repeat(32);
    return [
      provider.createCheckout(orderOf(), within),
      provider.createCheckout(orderOf({ remember: true }), within),
      provider.createCheckout(debitOf(), within),
      provider.createCheckout(orderOf({ stored: "token", buyer: { name: "", email: "", customer: "100000" } }), within),
      provider.createCustomer(orderOf().buyer, randomUUID(), within),
      provider.fetchPayment(reference, within),
      provider.refund(refundOf(reference), within),
      provider.revokeMethod("100000", "token", within),
      provider.listPayments(period, within),
      provider.listChargebacks(period, within),
    ];
  };

  test.each([
    ["500", /^Genesis answered [\w/…]+ with 500$/],
    ["html", /^Genesis's answer to [\w/…]+ can't be read$/],
    ["wrong", /^Genesis's answer to [\w/…]+ can't be read$/],
    ["silent", /time/],
    ["lost", /fetch failed/],
  ] as const)("with %j is an error without personal data or secrets, never a refusal", async (how, message) => {
    gateway.fail(how);
    for (const outcome of await Promise.allSettled(attempts(how === "silent" ? AbortSignal.timeout(100) : signal))) {
      expect(outcome.status).toBe("rejected");
      const { reason } = outcome as PromiseRejectedResult;
      expect(reason).not.toBeInstanceOf(PaymentRefused);
      expect(reason.message).toMatch(message);
    }
  });

  test("a wrong password is an error, never a refusal", async () => {
    const other = createGenesis({ db, clock }, { ...login, password: "wrong" }, hosts);
    const refused = other.createCheckout(debitOf(), signal);
    await expect(refused).rejects.toThrow("code 110");
    await expect(refused).rejects.not.toThrow(PaymentRefused);
  });

  test("an answer with a document type has no entity of it", () => {
    const secret = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]>';
    expect(parseXml(`${secret}<a><c>&b;</c></a>`)).toBeNull();
    expect(parseXml("<a><b>1</b>")).toBeNull();
    expect(parseXml("<a><b>1</b><b x='2'/></a>")).toEqual({ root: "a", content: { b: ["1", { "@x": "2" }] } });
  });
});
