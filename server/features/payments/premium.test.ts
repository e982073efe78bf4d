import { afterAll, afterEach, expect, test } from "vitest";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { createProviders } from "#server/ports/payments/providers.ts";
import { checkPayments, reconcileWithProvider } from "./jobs.ts";
import { openShop } from "./test-shop.ts";

const shop = await openShop();
const {
  app,
  host,
  services,
  newBuyer,
  orderSmallest,
  bundlesOf,
  order,
  press,
  get,
  tell,
  webhook,
  statusOf,
  runJobs,
  withdraw,
} = shop;
const { db, clock } = services;
const [sandbox] = services.payments.all;
afterAll(shop.close);
afterEach(() => {
  services.payments = createProviders(sandbox);
});

async function bought(cookie: string) {
  const { path, id, reference } = await orderSmallest(cookie);
  await press(path, "pay");
  await runJobs();
  return { id, path, reference };
}
const isPremium = async (cookie: string) =>
  (
    (await app.inject({ url: "/api/user.php", headers: { host, cookie, "x-request-type": "client" } })).json().user as {
      paid_user: boolean;
    }
  ).paid_user;

test("D13.8 Premium ends with the withdrawal from the only purchase, and comes back with the next one", async () => {
  const { cookie, email } = await newBuyer();
  expect(await isPremium(cookie)).toBe(false);
  const first = await bought(cookie);
  expect(await isPremium(cookie)).toBe(true);
  expect((await withdraw(cookie, first.id)).statusCode).toBe(200);
  expect(await isPremium(cookie)).toBe(false);
  await runJobs();
  services.mail.sent.length = 0;
  const second = await bought(cookie);
  expect(await isPremium(cookie)).toBe(true);
  expect(services.mail.sent.find(({ to }) => to === email)?.text).toContain("You’re Premium now");
  const conversions = await db.selectFrom("conversions").select("step").where("step", "=", "purchase").execute();
  expect(conversions).toHaveLength(1);
  await withdraw(cookie, second.id);
  expect(await isPremium(cookie)).toBe(false);
});

test("D13.8 only the purchase that made the member Premium says so, in the list and on its own page", async () => {
  const { cookie } = await newBuyer();
  const ids = [(await bought(cookie)).id, (await bought(cookie)).id];
  const made = async (id: string) => (await get(`/api/payment.php?id=${id}`, cookie)).json().payment.made_premium;
  expect(await Promise.all(ids.map(made))).toEqual([true, false]);
  const { payments } = (await get("/api/payments.php", cookie)).json();
  expect(payments.map((each: { made_premium: boolean }) => each.made_premium)).toEqual([false, true]);
});

test("D13.8 Premium stays while another purchase stands, or some of the money does", async () => {
  const { id, cookie } = await newBuyer();
  const first = await bought(cookie);
  const second = await bought(cookie);
  await withdraw(cookie, first.id);
  expect(await isPremium(cookie)).toBe(true);
  await db.updateTable("wallets").set({ credits: 9 }).where("member_id", "=", id).execute();
  await withdraw(cookie, second.id);
  expect(await isPremium(cookie)).toBe(true);
});

test("D13.8 Premium ends with a chargeback, and comes back if the bank returns the money", async () => {
  const { cookie } = await newBuyer();
  const { path, reference, id } = await bought(cookie);
  const shown = async () => (await get(`/api/payment.php?id=${id}`, cookie)).json().payment;
  await press(path, "charge_back");
  await runJobs();
  expect(await isPremium(cookie)).toBe(false);
  expect(await shown()).toMatchObject({ charged_back: 995, charged_back_at: clock.now().toISOString() });
  const { chargebacks = [] } = (await sandbox.fetchPayment(reference, AbortSignal.timeout(5_000))) ?? {};
  await press(path, "reverse", { item: chargebacks[0]?.reference ?? "" });
  await runJobs();
  expect(await isPremium(cookie)).toBe(true);
  expect(await shown()).toMatchObject({ charged_back: 0, charged_back_at: null });
});

test("D3.9 D7.4 an order that is paid after its account was deleted is refunded, and gives no credits", async () => {
  const { id, cookie } = await newBuyer();
  const { path, reference, id: paymentId } = await orderSmallest(cookie);
  await db.updateTable("accounts").set({ status: "deleted", deleted_at: clock.now() }).where("id", "=", id).execute();
  await press(path, "pay");
  const { body, headers } = webhook(reference);
  expect((await tell(body, headers)).statusCode).toBe(200);
  expect(await balanceOf(db, id)).toBe(0);
  const refunds = await db.selectFrom("refunds").selectAll().where("payment_id", "=", paymentId).execute();
  expect(refunds).toMatchObject([{ amount_minor: 995, credits: 0, reason: "account_erased" }]);
  clock.advance(2 * hourMs);
  await reconcileWithProvider.run(services, {});
  expect(await db.selectFrom("payment_issues").select("kind").where("payment_id", "=", paymentId).execute()).toEqual(
    [],
  );
});

test("D7.6 a code for one purchase is free again once the checkout of the member who holds it has expired", async () => {
  const now = clock.now();
  const code = { site_id: shop.siteIds[0] ?? 0, code: "ONLYONE", percentage: 10, validity: "once", created_at: now };
  await db.insertInto("discount_codes").values(code).execute();
  const order10 = async (cookie: string) => {
    const [bundle] = await bundlesOf(cookie);
    const amount = (bundle?.price ?? 0) - Math.round((bundle?.price ?? 0) * 0.1);
    return (await order(cookie, { bundle_id: bundle?.id, code: "ONLYONE", amount })).json();
  };
  const [holder, other] = [await newBuyer(), await newBuyer()];
  const held = await order10(holder.cookie);
  expect((await order10(other.cookie)).error.field_codes).toEqual({ code: "discount_already_used" });
  clock.advance(hourMs);
  await checkPayments.run(services, {});
  expect(await statusOf(holder.cookie, held.payment.payment_id)).toBe("expired");
  expect((await order10(other.cookie)).payment.status).toBe("open");
  const path = new URL(held.checkout_url).pathname;
  expect((await get(path)).body).not.toContain('value="choose"');
});

test("D7.4 unsettled payments that were never asked about come before those that were, however many", async () => {
  const { cookie } = await newBuyer();
  await db.deleteFrom("payments").where("status", "in", ["open", "pending"]).execute();
  const first = await orderSmallest(cookie);
  clock.advance(1_000);
  const second = await orderSmallest(cookie);
  clock.advance(11 * minuteMs);
  const asked: string[] = [];
  services.payments = createProviders({
    ...sandbox,
    fetchPayment: async (reference) => {
      asked.push(reference);
      // a slow provider: the run has to end after the first
      clock.advance(9 * minuteMs);
      throw new Error("away");
    },
  });
  await checkPayments.run(services, {});
  await checkPayments.run(services, {});
  expect(asked).toEqual([first.reference, second.reference]);
});

test("D7.4 a comparison that a slow provider stops goes on with the payments that are left", async () => {
  // those of the tests before are not listed any more
  clock.advance(15 * dayMs);
  const { cookie } = await newBuyer();
  const made = [await bought(cookie), await bought(cookie)].map(({ reference }) => reference);
  clock.advance(2 * hourMs);
  const asked: string[] = [];
  services.payments = createProviders({
    ...sandbox,
    fetchPayment: async (reference, signal) => {
      asked.push(reference);
      clock.advance(50 * minuteMs);
      return await sandbox.fetchPayment(reference, signal);
    },
  });
  for (let run = 0; run < 3; run += 1) await reconcileWithProvider.run(services, {});
  expect(asked).toEqual(made);
});
