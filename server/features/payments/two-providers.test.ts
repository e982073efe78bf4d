import { afterAll, afterEach, expect, test, vi } from "vitest";
import { inTransaction } from "#server/db/transaction.ts";
import { createProviders } from "#server/ports/payments/providers.ts";
import { cancelOrder } from "./cancel-order.ts";
import { lockPayment } from "./payments-store.ts";
import { refundPayment, sendRefund } from "./refund-payment.ts";
import { openShop } from "./test-shop.ts";

const shop = await openShop();
const { services, newBuyer, orderSmallest, press, tell, webhook, statusOf } = shop;
const { db, clock } = services;
const [sandbox] = services.payments.all;
const both = createProviders({ ...sandbox, name: "second" }, sandbox);
const only = createProviders(sandbox);
afterAll(shop.close);
afterEach(() => {
  services.payments = only;
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
    return await refundPayment(services, locked, whole);
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
