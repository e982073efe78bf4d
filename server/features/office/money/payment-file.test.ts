import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { getAuditLog } from "#contract/audit-log.ts";
import { sendMessage } from "#contract/chat.ts";
import { staffRoles } from "#contract/constants.ts";
import { minuteMs } from "#contract/durations.ts";
import { refundPayment } from "#contract/staff-members.ts";
import { getPaymentFile } from "#contract/staff-payments.ts";
import { makeMember } from "#demo/factories.ts";
import { haveWritten, speakTo } from "#server/features/chat/voice/test-voice.ts";
import { book } from "#server/features/credits/index.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { plantPayment } from "#server/features/payments/test-payment.ts";
import { openShop } from "#server/features/payments/test-shop.ts";
import { recording } from "#server/features/profiles/voice/test-recording.ts";
import { TestClient } from "#server/http/test-client.ts";
import { offeredRefund } from "./test-refund.ts";

const shop = await openShop();
const { app, services, siteIds, newBuyer, orderSmallest, press, runJobs } = shop;
afterAll(shop.close);

const open = (client: TestClient, id: string) => client.call(getPaymentFile, { query: { id } });

test("D7.4 D7.8 the page of a payment has the order, its receipt, the credits and their use, refunds, and a chargeback", async () => {
  const { client } = await staffMember({ app, services }, "finance");
  const buyer = await newBuyer();
  const { path, id } = await orderSmallest(buyer.cookie);
  expect((await open(client, id)).body).toMatchObject({ status: "open", refundable: null, debit: null, number: null });
  await press(path, "pay", { method: "card" });
  await runJobs();
  services.clock.advance(minuteMs);
  const anna = new TestClient(app);
  anna.cookies.set("auth", buyer.cookie.slice("auth=".length));
  const ben = await makeMember(services, { siteId: siteIds[0] ?? 0 });
  const written = await anna.call(sendMessage, { body: { member: ben.id, text: "Hi" } }, { key: randomUUID() });
  expect(written.status).toBe(200);
  services.clock.advance(minuteMs);
  const paid = (await open(client, id)).body;
  expect(paid).toMatchObject({
    site: "rendezvous",
    member: { id: buyer.id },
    status: "completed",
    method: "card",
    provider: "sandbox",
    begin_request: { language: "en", words: expect.stringContaining("14") },
    refundable: { left: paid.amount },
  });
  expect(paid.number).toMatch(/^2026-\d{6}$/);
  const unspent = await offeredRefund(client, id);
  expect(unspent.amount).toBeLessThan(paid.amount);
  const spent = paid.credits - unspent.credits;
  expect(paid.refundable?.spent).toBe(spent);
  expect(paid.events.find(({ kind }) => kind === "used")?.of_this).toBe(spent);
  expect((await client.call(refundPayment, { body: unspent })).status).toBe(200);
  await runJobs();
  services.clock.advance(minuteMs);
  await press(path, "charge_back");
  await runJobs();
  const { body } = await open(client, id);
  expect(body.events.flatMap(({ kind, why }) => (why === null ? [] : [[kind, why]]))).toEqual([
    ["refund", unspent.reason],
  ]);
  const lines = body.events.map(({ kind, about, amount, credits, mailed, by }) =>
    [kind, about, amount ?? credits, mailed && "mailed", by && "by staff"].filter(Boolean),
  );
  expect(lines.slice(0, 2)).toEqual([
    ["ordered", paid.amount],
    ["completed", paid.amount, "mailed"],
  ]);
  for (const line of [
    ["credits", "purchase", paid.credits],
    ["receipt", paid.number, paid.amount],
    ["used", "message", unspent.credits - paid.credits],
    ["refund", "staff", unspent.amount, "by staff"],
    ["credits", "refund", -unspent.credits],
    ["charged_back", paid.amount, "mailed"],
  ]) {
    expect(lines, line.join(" ")).toContainEqual(line);
  }
  const times = body.events.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
});

test("D7.4 of one moment, the page of a payment says what the bank did before what it cost the buyer", async () => {
  const { client } = await staffMember({ app, services }, "finance");
  const { path, id } = await orderSmallest((await newBuyer()).cookie);
  await press(path, "pay", { method: "card" });
  await runJobs();
  services.clock.advance(minuteMs);
  await press(path, "charge_back");
  await runJobs();
  const { events } = (await open(client, id)).body;
  const ofBank = events.filter(({ kind, about }) => kind === "charged_back" || about === "chargeback");
  expect(ofBank.map(({ kind }) => kind)).toEqual(["charged_back", "credits"]);
});

test("D7.4 credits that were free count as spent first, and the page of a payment says so of each use", async () => {
  const { client } = await staffMember({ app, services }, "finance");
  const siteId = siteIds[0] ?? 0;
  const buyer = await makeMember(services, { siteId, credits: 5, premium: true });
  const price = { credits: 25, list_minor: 2245, amount_minor: 2245, currency: "EUR", vat_percent: 21 };
  const id = await plantPayment(services, buyer, price);
  const bought = { memberId: buyer.id, siteId, amount: 25, cause: "purchase" as const, causeId: id };
  await book(services.db, { ...bought, now: services.clock.now() });
  services.clock.advance(minuteMs);
  const anna = new TestClient(app);
  anna.cookies.set("auth", buyer.cookie.slice("auth=".length));
  const write = async () => {
    const { id: member } = await makeMember(services, { siteId });
    const key = { key: randomUUID() };
    expect((await anna.call(sendMessage, { body: { member, text: "Hi" } }, key)).status).toBe(200);
    const { refundable, events } = (await open(client, id)).body;
    return { refundable, used: events.find(({ kind }) => kind === "used") };
  };
  const one = await write();
  const price1 = -(one.used?.credits ?? 0);
  expect(one).toMatchObject({ refundable: { unspent: { credits: 25, amount: 2245 }, spent: 0 }, used: { of_this: 0 } });
  let last = one;
  while ((last.used?.credits ?? 0) > -(5 + price1)) last = await write();
  const beyond = -(last.used?.credits ?? 0) - 5;
  expect(last).toMatchObject({
    refundable: { unspent: { credits: 25 - beyond }, spent: beyond },
    used: { of_this: beyond },
  });
});

test("R12.01 D7.4 voice messages are among what the credits of a payment were used for", async () => {
  const { client } = await staffMember({ app, services }, "finance");
  const siteId = siteIds[0] ?? 0;
  const clientOf = async (credits: number) => {
    const made = await makeMember(services, { siteId, credits, premium: true });
    const of = new TestClient(app);
    of.cookies.set("auth", made.cookie.slice("auth=".length));
    return { ...made, client: of };
  };
  const [anna, ben] = [await clientOf(9), await clientOf(1)];
  const price = { credits: 25, list_minor: 2245, amount_minor: 2245, currency: "EUR", vat_percent: 21 };
  const id = await plantPayment(services, anna, price);
  const bought = { memberId: anna.id, siteId, amount: 25, cause: "purchase" as const, causeId: id };
  await book(services.db, { ...bought, now: services.clock.now() });
  services.clock.advance(minuteMs);
  await haveWritten(anna, ben);
  expect((await speakTo(anna, ben, await recording())).status).toBe(200);
  const used = (await open(client, id)).body.events.filter(({ kind }) => kind === "used");
  expect(used.map(({ about, credits }) => [about, credits])).toEqual(
    expect.arrayContaining([
      ["message", -1],
      ["voice", -3],
    ]),
  );
});

test("D11.4 the page of a payment is for finance and admins, and its reading is logged once an hour", async () => {
  const buyer = await newBuyer();
  const { id } = await orderSmallest(buyer.cookie);
  for (const role of staffRoles) {
    const { client } = await staffMember({ app, services }, role);
    const allowed = role === "finance" || role === "admin";
    for (const _ of [1, 2]) expect((await open(client, id)).status, role).toBe(allowed ? 200 : 403);
  }
  const { client } = await staffMember({ app, services }, "admin");
  expect((await open(client, randomUUID())).body.error?.code).toBe("payment_not_found");
  const { entries } = (await client.call(getAuditLog, { query: { action: "payment_opened", member: buyer.id } })).body;
  expect(entries.map(({ role, subject }) => [role, subject])).toEqual([
    ["admin", `payment:${id}`],
    ["finance", `payment:${id}`],
  ]);
});

test("D7.4 of two people who see the same sum left, one refunds a part: the other sees too much, and refunds nothing", async () => {
  const [one, two] = await Promise.all([1, 2].map(() => staffMember({ app, services }, "finance")));
  const buyer = await makeMember(services, { siteId: siteIds[0] ?? 0, credits: 0 });
  const price = { credits: 10, list_minor: 1000, amount_minor: 1000, currency: "EUR", vat_percent: 21 };
  const id = await plantPayment(services, buyer, price);
  // all is spent: a refund takes no credits that could differ
  const seen = { payment_id: id, amount: 300, credits: 0, left: 1000, reason: "A fault of ours" };
  const refund = (who = one) => who?.client.call(refundPayment, { body: seen });
  expect((await refund())?.status).toBe(200);
  expect((await refund(two))?.body.error?.code).toBe("payment_changed");
  const refunds = services.db.selectFrom("refunds").select("amount_minor").where("payment_id", "=", id);
  expect(await refunds.execute()).toEqual([{ amount_minor: 300 }]);
});
