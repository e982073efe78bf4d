import { afterAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/db/transaction.ts";
import { announced, plantEndpoint } from "#server/features/advertising/webhooks/test-endpoints.ts";
import { lockPayment } from "./payments-store.ts";
import { refundPayment } from "./refund-payment.ts";
import { openShop } from "./test-shop.ts";

const shop = await openShop();
const { services, newBuyer, orderSmallest, press, tell, webhook, runJobs } = shop;
const { db, clock } = services;
afterAll(shop.close);

let endpoint = "";
beforeEach(async () => {
  endpoint = (await plantEndpoint(services)).id;
});

type Bought = { path: string; reference: string; id: string };

/** Presses a button of the sandbox, and lets us hear of it twice, at once. */
async function happens({ path, reference }: Bought, what: string, more: Record<string, string> = {}): Promise<void> {
  await press(path, what, more);
  const { body, headers } = webhook(reference);
  await Promise.all([tell(body, headers), tell(body, headers)]);
  await runJobs();
}

async function refund({ id }: Bought, amount: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    const locked = await lockPayment(trx, "sandbox", id);
    if (locked) await refundPayment(services, locked, { amount, credits: 0, reason: "staff", now: clock.now() });
  });
  await runJobs();
}

async function chargebackOf({ reference }: Bought): Promise<string> {
  const report = await services.payments.all[0].fetchPayment(reference, AbortSignal.timeout(5_000));
  return report?.chargebacks[0]?.reference ?? "";
}

test("R13.05 a purchase is told once, when it is paid", async () => {
  const buyer = await newBuyer();
  const payment = await orderSmallest(buyer.cookie);
  await happens(payment, "pending", { method: "ideal" });
  expect(await announced(services, endpoint)).toEqual([]);
  await happens(payment, "complete");
  await happens(payment, "complete");
  expect(await announced(services, endpoint)).toEqual([
    {
      type: "purchase.completed",
      member_id: buyer.id,
      data: { order: payment.id, amount: 995, currency: "EUR", first: true },
    },
  ]);
});

test("R13.05 each refund is told once, when the money goes back, however often the provider reports it", async () => {
  const buyer = await newBuyer();
  const payment = await orderSmallest(buyer.cookie);
  await happens(payment, "pay");
  for (const amount of [300, 200]) {
    await refund(payment, amount);
    await happens(payment, "nothing");
  }
  const sent = db.selectFrom("sandbox_refunds").select("reference").where("payment_reference", "=", payment.reference);
  for (const { reference: item } of await sent.execute()) {
    await happens(payment, "refund_done", { item });
    await happens(payment, "refund_done", { item });
  }
  const refunds = (await announced(services, endpoint)).filter(({ type }) => type === "purchase.refunded");
  const booked = await db.selectFrom("refunds").select(["id", "amount_minor", "status"]).execute();
  const own = booked.filter(({ status }) => status === "completed");
  expect(own).toHaveLength(2);
  expect(refunds).toHaveLength(2);
  for (const { id, amount_minor: amount } of own) {
    const data = { order: payment.id, refund: id, amount, currency: "EUR" };
    expect(refunds).toContainEqual({ type: "purchase.refunded", member_id: buyer.id, data });
  }
});

test("R13.05 a chargeback and its reversal are told once each", async () => {
  const buyer = await newBuyer();
  const payment = await orderSmallest(buyer.cookie);
  await happens(payment, "pay");
  await happens(payment, "charge_back");
  await happens(payment, "nothing");
  clock.advance(1_000);
  await happens(payment, "reverse", { item: await chargebackOf(payment) });
  await happens(payment, "nothing");
  const chargebacks = db.selectFrom("chargebacks").select("id").where("payment_id", "=", payment.id);
  const { id: chargeback } = await chargebacks.executeTakeFirstOrThrow();
  const told = (await announced(services, endpoint)).filter(({ type }) => type !== "purchase.completed");
  const data = { order: payment.id, chargeback, amount: 995, currency: "EUR" };
  expect(told).toEqual([
    { type: "purchase.charged_back", member_id: buyer.id, data },
    { type: "purchase.chargeback_reversed", member_id: buyer.id, data },
  ]);
});

test("R13.02 a later purchase, its refund and its chargeback are told to the network of a member who agreed", async () => {
  const network = await plantEndpoint(services, { network: "adnet" });
  const [buyer, other] = [await newBuyer(), await newBuyer()];
  const click = { network: "adnet", sub1: "click-7", ref: "", sub2: "", sub3: "", lander: "", slug: "", variant: "" };
  const tracked = { account_id: buyer.id, ...click, shares_purchases: true, created_at: clock.now() };
  await db.insertInto("signup_tracking").values(tracked).execute();
  await db.updateTable("profiles").set({ shares_click: true }).where("member_id", "=", buyer.id).execute();
  await happens(await orderSmallest(other.cookie), "pay");
  const first = await orderSmallest(buyer.cookie);
  await happens(first, "pay");
  const later = await orderSmallest(buyer.cookie);
  await happens(later, "pay");
  await refund(later, 300);
  await happens(later, "nothing");
  const refunds = db.selectFrom("sandbox_refunds").select("reference").where("payment_reference", "=", later.reference);
  const { reference: item } = await refunds.executeTakeFirstOrThrow();
  await happens(later, "refund_done", { item });
  await happens(later, "charge_back");
  const told = (await announced(services, network.id)).map(({ type, data }) => [type, data]);
  const of = (order: string, amount: unknown = 995) => ({ order, amount, currency: "EUR" });
  expect(told).toHaveLength(4);
  expect(told).toEqual(
    expect.arrayContaining([
      ["purchase.completed", { ...of(first.id), first: true }],
      ["purchase.completed", { ...of(later.id), first: false }],
      ["purchase.refunded", { ...of(later.id, 300), refund: expect.any(String) }],
      ["purchase.charged_back", { ...of(later.id, expect.any(Number)), chargeback: expect.any(String) }],
    ]),
  );
});
