import { afterAll, expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { getMoney } from "#contract/money.ts";
import { getRevenue } from "#contract/revenue.ts";
import { refundPayment } from "#contract/staff-members.ts";
import { offeredRefund } from "#server/features/office/money/test-refund.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { openShop } from "#server/features/payments/test-shop.ts";

const shop = await openShop();
const { app, services, newBuyer, orderSmallest, press, runJobs } = shop;
afterAll(shop.close);

/** Staff who have just logged in: a session of theirs ends within a day. */
const logIn = async () => (await staffMember({ app, services }, "finance")).client;

/** The only currency's sums of November, as the revenue by source has them and as the books do. */
async function sums() {
  const finance = await logIn();
  const month = { site: "rendezvous", from: "2026-11", to: "2026-11" };
  const days = { site: "rendezvous", from: "2026-11-01", to: "2026-11-30" };
  const [revenue, books] = await Promise.all([
    finance.call(getRevenue, { query: month }),
    finance.call(getMoney, { query: days }),
  ]);
  const [money] = revenue.body.total.money;
  const [total] = books.body.totals;
  return { money, paid: total?.paid ?? 0, back: total?.back ?? 0, rows: revenue.body.rows };
}

test("R13.01 D7.8 a purchase that is refunded in full and then charged back counts in the revenue as in the books", async () => {
  const buyer = await newBuyer();
  const { path, id } = await orderSmallest(buyer.cookie);
  await press(path, "pay", { method: "card" });
  await runJobs();
  const bought = await sums();
  const price = bought.paid;
  expect(price).toBeGreaterThan(0);
  expect(bought.money).toMatchObject({ first: price, refunds: 0, chargebacks: 0, revenue: price, unspent: price });

  const finance = await logIn();
  const all = await offeredRefund(finance, id, "all");
  expect((await finance.call(refundPayment, { body: all })).status).toBe(200);
  await runJobs();
  const sent = services.db.selectFrom("refunds").select("provider_reference").where("payment_id", "=", id);
  await press(path, "refund_done", { item: (await sent.executeTakeFirst())?.provider_reference ?? "" });
  services.clock.advance(dayMs);
  await runJobs();
  const refunded = await sums();
  expect(refunded.money).toMatchObject({ first: price, refunds: price, chargebacks: 0, revenue: 0, unspent: 0 });
  expect(refunded.back).toBe(price);

  // the books have a credit note of the whole price already, so the chargeback has none
  await press(path, "charge_back");
  await runJobs();
  const chargebacks = services.db.selectFrom("chargebacks").select(["amount_minor", "provider_reference"]);
  const chargeback = await chargebacks.where("payment_id", "=", id).executeTakeFirstOrThrow();
  expect(chargeback.amount_minor).toBe(price);
  const expectBooks = async () => {
    const { money, paid, back, rows } = await sums();
    expect([paid, back]).toEqual([price, price]);
    expect(money).toMatchObject({ first: price, refunds: price, chargebacks: 0, revenue: paid - back, unspent: 0 });
    expect(rows.flatMap((row) => row.money.map(({ revenue }) => revenue))).toEqual([paid - back]);
  };
  await expectBooks();
  // the bank gives back what it took
  await press(path, "reverse", { item: chargeback.provider_reference });
  await runJobs();
  await expectBooks();
});
