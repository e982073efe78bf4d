import { afterAll, expect, test, vi } from "vitest";
import { inTransaction } from "#server/db/transaction.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { findUnbalanced } from "#server/features/credits/test-books.ts";
import { findPaymentById, lockPayment } from "./payments-store.ts";
import { refundPayment } from "./refund-payment.ts";
import { openShop } from "./test-shop.ts";

const shop = await openShop();
const { services, newBuyer, order, orderSmallest, bundlesOf, press, tell, webhook, runJobs, withdraw } = shop;
const { db, clock, mail } = services;
afterAll(shop.close);

type Bought = { path: string; reference: string; id: string };

/** Presses a button of the sandbox, and lets us hear of it. */
async function happens({ path, reference }: Bought, what: string, more: Record<string, string> = {}): Promise<void> {
  await press(path, what, more);
  const { body, headers } = webhook(reference);
  expect((await tell(body, headers)).statusCode).toBe(200);
  await runJobs();
}
/** Refunds ten credits of 9.95; the money is on its way. */
async function refundAll({ id }: Bought): Promise<void> {
  const refund = { amount: 995, credits: 10, reason: "staff", now: clock.now() } as const;
  await inTransaction(db, async (trx) => {
    const locked = await lockPayment(trx, "sandbox", id);
    if (locked) await refundPayment(services, locked, refund);
  });
  await runJobs();
}
async function refundOf({ reference }: Bought): Promise<{ item: string }> {
  const sent = db.selectFrom("sandbox_refunds").select("reference").where("payment_reference", "=", reference);
  return { item: (await sent.executeTakeFirstOrThrow()).reference };
}
async function chargebackOf({ reference }: Bought): Promise<{ item: string }> {
  const report = await services.payments.all[0].fetchPayment(reference, AbortSignal.timeout(5_000));
  return { item: report?.chargebacks[0]?.reference ?? "" };
}
async function creditsOf(memberId: string): Promise<{ balance: number; debt: number }> {
  const wallet = db.selectFrom("wallets").select("debt").where("member_id", "=", memberId);
  const { debt } = await wallet.executeTakeFirstOrThrow();
  return { balance: await balanceOf(db, memberId), debt };
}

test("D7.4 a refund that fails after a chargeback gives no credits back, in either order, until the chargeback is reversed", async () => {
  for (const failsFirst of [false, true]) {
    const buyer = await newBuyer();
    const payment = await orderSmallest(buyer.cookie);
    await happens(payment, "pay");
    await refundAll(payment);
    const refund = await refundOf(payment);
    if (failsFirst) await happens(payment, "refund_fails", refund);
    await happens(payment, "charge_back");
    if (!failsFirst) await happens(payment, "refund_fails", refund);
    const failed = mail.sent.findLast(({ to, subject }) => to === buyer.email && /didn’t go through/.test(subject));
    expect(failed?.text.includes("the credits are back in your account")).toBe(failsFirst);
    expect(await creditsOf(buyer.id)).toEqual({ balance: 0, debt: 0 });
    const block = { member_id: buyer.id, site_id: shop.siteIds[0] ?? 0, blocked_at: clock.now() };
    await db.insertInto("direct_debit_blocks").values(block).execute();
    await happens(payment, "reverse", await chargebackOf(payment));
    expect(await creditsOf(buyer.id)).toEqual({ balance: 10, debt: 0 });
    // the buyer reads it, and may pay by direct debit again
    expect(await db.selectFrom("direct_debit_blocks").select("member_id").execute()).toEqual([]);
    const updates = db.selectFrom("updates").select("path").where("kind", "=", "chargeback_reversed");
    expect(await updates.where("member_id", "=", buyer.id).execute()).toEqual([
      { path: `/transactions/${payment.id}` },
    ]);
  }
  expect(await findUnbalanced(db)).toEqual([]);
});

/** Staff refund ten credits of 9.95 at the provider; the money is on its way. */
async function refundAtProvider(payment: Bought): Promise<void> {
  const { reference } = payment;
  const made = { reference: `sr_${reference}`, payment_reference: reference, amount_minor: 995 };
  await db
    .insertInto("sandbox_refunds")
    .values({ ...made, created_at: clock.now() })
    .execute();
  await happens(payment, "webhook");
}

test("D7.4 the mail about a failed refund promises no other way if the bank has paid the buyer back, nor are staff asked to", async () => {
  const logged = vi.spyOn(services.log, "error");
  const said = async (isChargedBack: boolean) => {
    const buyer = await newBuyer();
    const payment = await orderSmallest(buyer.cookie);
    await happens(payment, "pay");
    await refundAll(payment);
    if (isChargedBack) await happens(payment, "charge_back");
    logged.mockClear();
    await happens(payment, "refund_fails", await refundOf(payment));
    const { text = "" } =
      mail.sent.findLast(({ to, subject }) => to === buyer.email && /didn’t go through/.test(subject)) ?? {};
    return { text, isLogged: logged.mock.calls.some(([, line]) => /pay it back by hand/.test(String(line))) };
  };
  const owed = await said(false);
  expect(owed.text).toContain("We’ll get in touch about another way to pay you back.");
  expect(owed.isLogged).toBe(true);
  const paidBack = await said(true);
  expect(paidBack.text).toContain("Your bank has already paid you back");
  expect(paidBack.text).not.toContain("another way");
  expect(paidBack.isLogged).toBe(false);
  logged.mockRestore();
});

test("D7.4 credits that a chargeback took before a refund come back if the bank returns the money and the refund fails", async () => {
  const buyer = await newBuyer();
  const payment = await orderSmallest(buyer.cookie);
  await happens(payment, "pay");
  await happens(payment, "charge_back");
  await refundAtProvider(payment);
  await happens(payment, "reverse", await chargebackOf(payment));
  expect(await creditsOf(buyer.id)).toEqual({ balance: 0, debt: 0 });
  await happens(payment, "refund_fails", await refundOf(payment));
  expect(await creditsOf(buyer.id)).toEqual({ balance: 10, debt: 0 });
  expect(await findUnbalanced(db)).toEqual([]);
});

test("D7.4 D7.7 an order that was refunded instead of delivered takes no credits, whatever happens to its money later", async () => {
  const ways = {
    "the bank charges it back": ({ second }: { second: Bought }) => happens(second, "charge_back"),
    "the member withdraws": async ({ second, cookie }: { second: Bought; cookie: string }) => {
      const answer = await withdraw(cookie, second.id);
      expect(answer.json().refund).toEqual({ credits: 0, amount: 895, currency: "EUR" });
    },
    "staff refund it at the provider": async ({ second }: { second: Bought }) => {
      const made = { reference: `sr_${second.reference}`, payment_reference: second.reference, amount_minor: 895 };
      await db
        .insertInto("sandbox_refunds")
        .values({ ...made, created_at: clock.now() })
        .execute();
      await happens(second, "webhook");
    },
  };
  for (const [name, way] of Object.entries(ways)) {
    const code = `TWICE${name.length}`;
    const once = { site_id: shop.siteIds[0] ?? 0, code, percentage: 10, validity: "once", created_at: clock.now() };
    await db.insertInto("discount_codes").values(once).execute();
    const buyer = await newBuyer();
    const [bundle] = await bundlesOf(buyer.cookie);
    const ordered: Bought[] = [];
    for (const amount of [895, 895]) {
      const answer = (await order(buyer.cookie, { bundle_id: bundle?.id, code, amount })).json();
      const { pathname: path } = new URL(answer.checkout_url);
      ordered.push({ path, reference: path.split("/").at(-1) ?? "", id: answer.payment.payment_id });
    }
    const [first, second] = ordered;
    if (!first || !second) throw new Error("not ordered");
    await happens(first, "pay");
    await happens(second, "pay");
    await happens(second, "refund_fails", await refundOf(second));
    expect((await findPaymentById(db, second.id))?.refunded_minor).toBe(0);
    await way({ second, cookie: buyer.cookie });
    expect(await creditsOf(buyer.id), name).toEqual({ balance: 10, debt: 0 });
    const { refunded_minor: refunded, charged_back_minor: taken } = (await findPaymentById(db, second.id)) ?? {};
    expect((refunded ?? 0) + (taken ?? 0), name).toBe(895);
  }
  expect(await findUnbalanced(db)).toEqual([]);
});

test("D7.4 a chargeback of money that was refunded before is told to staff, once", async () => {
  const issues = async ({ id }: Bought) => {
    const rows = db.selectFrom("payment_issues").select(["kind", "detail", "member_id"]).where("payment_id", "=", id);
    return await rows.execute();
  };
  const buyer = await newBuyer();
  const payment = await orderSmallest(buyer.cookie);
  await happens(payment, "pay");
  await happens(payment, "charge_back");
  expect(await issues(payment)).toEqual([]);
  await happens(payment, "reverse", await chargebackOf(payment));
  await refundAll(payment);
  await happens(payment, "charge_back");
  const detail = { paid: 995, refunded: 995, charged_back: 995 };
  const told = [{ kind: "paid_back_twice", detail, member_id: buyer.id }];
  expect(await issues(payment)).toEqual(told);
  const { body, headers } = webhook(payment.reference);
  await tell(body, headers);
  expect(await issues(payment)).toEqual(told);
});
