import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { sendMessage } from "#contract/chat.ts";
import { sendComplaint } from "#contract/complaints.ts";
import { dayMs } from "#contract/durations.ts";
import { takeComplaints } from "#contract/office.ts";
import { refundPayment } from "#contract/staff-members.ts";
import { makeMember } from "#demo/factories.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { openShop } from "#server/features/payments/test-shop.ts";
import { TestClient } from "#server/http/test-client.ts";
import { offeredRefund } from "./money/test-refund.ts";

const shop = await openShop();
const { app, services, siteIds, newBuyer, orderSmallest, press, runJobs, withdraw } = shop;
afterAll(shop.close);

/** Staff who have just logged in: a session of theirs ends within a day. */
const logIn = async (role: "finance" | "support") => (await staffMember({ app, services }, role)).client;

/** A buyer of the smallest bundle, who spent some of it. */
async function buyAndWrite() {
  const buyer = await newBuyer();
  const { path, id } = await orderSmallest(buyer.cookie);
  await press(path, "pay");
  await runJobs();
  const client = new TestClient(app);
  client.cookies.set("auth", buyer.cookie.slice("auth=".length));
  const other = await makeMember(services, { siteId: siteIds[0] ?? 0 });
  await client.call(sendMessage, { body: { member: other.id, text: "Hi" } }, { key: randomUUID() });
  return { ...buyer, client, payment: id };
}

const complain = async ({ client, email }: Awaited<ReturnType<typeof buyAndWrite>>) => {
  const sent = await client.call(sendComplaint, { body: { email, topic: "payment", text: "The unused ones, please" } });
  expect(sent.status).toBe(200);
};

/** What the newest complaint of a buyer says that a withdrawal from the payment would refund. */
async function saidOf(support: TestClient, { id, payment }: Awaited<ReturnType<typeof buyAndWrite>>) {
  const { items } = (await support.call(takeComplaints, { body: { count: 12 } })).body;
  const item = items.findLast(({ member }) => member?.id === id);
  const own = item?.payments.find((each) => each.id === payment);
  if (!own) throw new Error("the payment is not beside the complaint");
  return own.withdrawable;
}

test("R2.01 D7.7 beside a complaint stands what a withdrawal refunds: what the page of the payment offers for unspent credits", async () => {
  const [finance, support] = [await logIn("finance"), await logIn("support")];
  const anna = await buyAndWrite();
  await complain(anna);
  const offered = await offeredRefund(finance, anna.payment);
  expect(offered.credits).toBeLessThan(10);
  const said = await saidOf(support, anna);
  expect(said).toMatchObject({ credits: offered.credits, amount: offered.amount, days: 14 });
  // the answer that is prepared once it is refunded
  expect(said?.answer).toContain(`for your unspent credits (${offered.credits})`);
  // after a refund of a part it is the rest
  const part = { ...offered, amount: Math.ceil(offered.left / 2) };
  part.credits = Math.floor((10 * part.amount) / offered.left);
  expect((await finance.call(refundPayment, { body: part })).status).toBe(200);
  await runJobs();
  const rest = await offeredRefund(finance, anna.payment);
  expect(await saidOf(support, anna)).toMatchObject({ credits: rest.credits, amount: rest.amount });
  expect(rest.amount).toBeLessThan(offered.amount);
  // who withdraws gets that, and no second time
  expect((await withdraw(anna.cookie, anna.payment)).statusCode).toBe(200);
  await runJobs();
  expect(await saidOf(support, anna)).toBeNull();
  const refunds = await services.db
    .selectFrom("refunds")
    .select("amount_minor")
    .where("payment_id", "=", anna.payment)
    .execute();
  expect(refunds.map(({ amount_minor: amount }) => amount).sort((a, b) => a - b)).toEqual(
    [part.amount, rest.amount].sort((a, b) => a - b),
  );
});

test("R2.01 D7.7 a complaint sent in time may be read later; one sent too late says that nothing can be withdrawn", async () => {
  const [early, late] = [await buyAndWrite(), await buyAndWrite()];
  services.clock.advance(13 * dayMs);
  await complain(early);
  services.clock.advance(10 * dayMs);
  await complain(late);
  const support = await logIn("support");
  const offered = await offeredRefund(await logIn("finance"), early.payment);
  expect(await saidOf(support, early)).toMatchObject({ credits: offered.credits, amount: offered.amount });
  expect(await saidOf(support, late)).toBeNull();
});
