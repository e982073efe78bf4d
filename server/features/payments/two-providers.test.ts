import { randomUUID } from "node:crypto";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { getStoredMethods } from "#contract/payments.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { createSettings } from "#server/features/sites/test-settings.ts";
import { type Order, ProviderFailure } from "#server/ports/payments/port.ts";
import { createProviders } from "#server/ports/payments/providers.ts";
import { cancelOrder } from "./cancel-order.ts";
import { lockPayment } from "./payments-store.ts";
import { refundPayment, sendRefund } from "./refund-payment.ts";
import { openShop } from "./test-shop.ts";

const shop = await openShop();
const { services, siteIds, newBuyer, orderSmallest, press, tell, webhook, statusOf } = shop;
const { db, clock } = services;
const [sandbox] = services.payments.all;
const both = createProviders({ ...sandbox, name: "second" }, sandbox);
const only = createProviders(sandbox);
afterAll(shop.close);
afterEach(async () => {
  services.payments = only;
  await db.deleteFrom("provider_failures").execute();
  vi.restoreAllMocks();
});

/** Orders at one of the two providers, which is the first at that time, and pays there. */
async function payAt(name: string) {
  const [first, second] = both.all;
  const [chosen, other] = name === first.name ? both.all : [second ?? first, first];
  services.payments = createProviders(chosen, other ?? sandbox);
  const { cookie } = await newBuyer();
  const { path, reference, id } = await orderSmallest(cookie);
  await press(path, "pay");
  expect(await statusOf(cookie, id)).toBe("completed");
  return { id, reference, provider: name };
}

async function refund({ id, provider }: { id: string; provider: string }): Promise<string> {
  const whole = { amount: 995, credits: 10, reason: "staff", now: clock.now() } as const;
  return await inTransaction(db, async (trx) => {
    const locked = await lockPayment(trx, provider, id);
    if (!locked) throw new Error("the payment is at another provider");
    return (await refundPayment(services, locked, whole)).id;
  });
}

test("R13.03 each refund goes to the provider of its payment, whichever comes first for new orders", async () => {
  const asked: unknown[] = [];
  const bought = [];
  for (const name of ["second", "sandbox", "sandbox", "second"]) bought.push(await payAt(name));
  for (const order of [both.all, [...both.all].reverse()]) {
    const [first = sandbox, ...others] = order.map((each) => ({
      ...each,
      refund: async (sent: Parameters<typeof each.refund>[0], signal: AbortSignal) => {
        asked.push([each.name, sent.reference]);
        return await each.refund(sent, signal);
      },
    }));
    services.payments = createProviders(first, ...others);
    for (const payment of bought.splice(0, 2)) await sendRefund.run(services, { id: await refund(payment) });
  }
  const rows = await db
    .selectFrom("refunds")
    .innerJoin("payments", "payments.id", "refunds.payment_id")
    .select(["payments.provider", "payments.provider_reference as reference"])
    .execute();
  expect(asked).toHaveLength(4);
  expect(new Set(asked.map(String))).toEqual(new Set(rows.map((row) => `${row.provider},${row.reference}`)));
});

test("R13.03 a payment whose provider is no longer set up is asked of no other", async () => {
  services.payments = both;
  const { cookie } = await newBuyer();
  const { id, reference, path } = await orderSmallest(cookie);
  await press(path, "pay");
  services.payments = only;
  const asked = [vi.spyOn(sandbox, "fetchPayment"), vi.spyOn(sandbox, "cancel")];
  expect(await statusOf(cookie, id)).toBe("open");
  await cancelOrder.run(services, { id });
  const { body, headers } = webhook(reference);
  expect((await tell(body, headers)).statusCode).toBe(404);
  for (const each of asked) expect(each).not.toHaveBeenCalled();
});

test("R13.03 a webhook is read by the provider that its address names, and by each if it names none", async () => {
  for (const [address, code] of [
    ["?provider=sandbox", 404],
    ["?provider=former", 401],
    ["?provider=second", 200],
    ["", 200],
  ] as const) {
    services.payments = both;
    const { cookie } = await newBuyer();
    const { reference } = await orderSmallest(cookie);
    const { body, headers } = webhook(reference);
    expect((await tell(body, headers, `/api/payment-webhook.php${address}`)).statusCode).toBe(code);
  }
});

/** A provider that makes each order and then does not answer, and one beside it; returns who was asked for which. */
function withLostAnswers() {
  const asked: [string, string][] = [];
  const note = (name: string, lost: boolean) => async (order: Order, signal: AbortSignal) => {
    asked.push([order.paymentId, name]);
    const checkout = await sandbox.createCheckout(order, signal);
    if (lost) throw new ProviderFailure("the answer is 502", true);
    return checkout;
  };
  services.payments = createProviders(
    { ...sandbox, name: "second", createCheckout: note("second", true) },
    { ...sandbox, createCheckout: note("sandbox", false) },
  );
  return asked;
}

test("R13.03 orders go to another provider while the first is down, and no order is made at two", async () => {
  const asked = withLostAnswers();
  const { cookie } = await newBuyer();
  const [smallest] = await shop.bundlesOf(cookie);
  const key = randomUUID();
  const statuses: number[] = [];
  // the same press again and again, with the key of the first
  for (const _ of [1, 2, 3, 4, 5])
    statuses.push((await shop.order(cookie, { bundle_id: smallest?.id }, key)).statusCode);
  expect(statuses).toEqual([502, 502, 502, 200, 200].map((status) => (status === 200 ? 200 : statuses[0])));
  expect(asked.map(([, name]) => name)).toEqual(["second", "second", "second", "sandbox"]);
  expect(new Set(asked.map(([id]) => id)).size).toBe(4);
  const rows = await db.selectFrom("payments").select(["id", "provider"]).where("key", "=", key).execute();
  expect(rows).toEqual([{ id: asked.at(-1)?.[0], provider: "sandbox" }]);
});

test("R13.03 a site's routes choose the provider of its orders, and what no route leads to can't be bought", async () => {
  services.payments = both;
  const settings = createSettings(services);
  const routes = (value: string[]) => settings.change(siteIds[0] ?? 1, { payment_providers: value });
  const { cookie } = await newBuyer();
  await routes(["sandbox methods:card"]);
  const { id } = await orderSmallest(cookie, { method: "card" });
  const row = await db.selectFrom("payments").select("provider").where("id", "=", id).executeTakeFirstOrThrow();
  expect(row.provider).toBe("sandbox");
  const { methods } = (await shop.get("/api/bundles.php", cookie)).json();
  expect(methods).toEqual(["card"]);
  const [smallest] = await shop.bundlesOf(cookie);
  const refused = await shop.order(cookie, { bundle_id: smallest?.id, method: "paypal" });
  expect(refused.json().error.field_codes).toEqual({ method: "unknown_option" });
  await settings.restore();
});

test("R13.03 a webhook is answered in the words that its provider waits for", async () => {
  const { cookie } = await newBuyer();
  const { reference } = await orderSmallest(cookie);
  services.payments = createProviders({
    ...sandbox,
    answerWebhook: () => ({ type: "application/xml", body: "<echo/>" }),
  });
  const { body, headers } = webhook(reference);
  const answer = await tell(body, headers);
  expect([answer.statusCode, answer.headers["content-type"], answer.body]).toEqual([
    200,
    expect.stringMatching(/^application\/xml/),
    "<echo/>",
  ]);
});

test("R13.03 one press repeats an order with the card that is stored at its provider, whichever comes first by then", async () => {
  const [first, other] = both.all;
  services.payments = both;
  const { cookie } = await newBuyer();
  const bought = await orderSmallest(cookie, { method: "card", remember: true });
  await press(bought.path, "pay");
  expect(await statusOf(cookie, bought.id)).toBe("completed");
  const { methods } = (await shop.get(getStoredMethods.path, cookie)).json();
  services.payments = createProviders(other ?? sandbox, first);
  const { id, payment } = await orderSmallest(cookie, { stored_method_id: methods[0]?.id });
  expect(payment).toMatchObject({ method: "card", status: "open" });
  const row = await db.selectFrom("payments").select("provider").where("id", "=", id).executeTakeFirstOrThrow();
  expect(row.provider).toBe(first.name);
});
