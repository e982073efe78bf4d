import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { inTransaction } from "#server/db/transaction.ts";
import { findUnbalanced } from "#server/features/credits/test-books.ts";
import { bookDebt, lockWallet } from "#server/features/credits/wallets-store.ts";
import { openShop } from "./test-shop.ts";

const shop = await openShop();
const { services, get, press, newBuyer, orderSmallest, runJobs } = shop;
afterAll(shop.close);

test.each([
  ["some of the credits", 8, { messages: 2, added: "added 2 credits", settled: 8, balance: 2 }],
  ["as many", 10, { messages: 0, added: "added 0 credits", settled: 10, balance: 0 }],
  ["more", 25, { messages: 0, added: "added 0 credits", settled: 10, balance: 0 }],
  ["none", 0, { messages: 10, added: "added 10 credits", settled: 0, balance: 10 }],
])("D7.1 D7.2 a buyer who owes %s reads before and after the order what they get", async (_, debt, expected) => {
  const buyer = await newBuyer();
  if (debt > 0) {
    const owed = { memberId: buyer.id, siteId: buyer.siteId, amount: debt, cause: "chargeback" as const };
    await inTransaction(services.db, async (trx) => {
      const { db } = await lockWallet(trx, buyer.id);
      await bookDebt(db, { ...owed, causeId: randomUUID(), now: services.clock.now() });
    });
  }
  const offer = (await get("/api/bundles.php", buyer.cookie)).json();
  expect([offer.debt, offer.bundles[0].credits, offer.bundles[0].messages]).toEqual([debt, 10, expected.messages]);
  const { path, id } = await orderSmallest(buyer.cookie);
  await press(path, "pay");
  await runJobs();
  const { payment } = (await get(`/api/payment.php?id=${id}`, buyer.cookie)).json();
  expect(payment).toMatchObject({ status: "completed", credits: 10, settled: expected.settled });
  const receipt = services.mail.sent.findLast((each) => each.to === buyer.email && each.subject.includes("receipt"));
  expect(receipt?.text).toContain(expected.added);
  expect(receipt?.text.includes(`${expected.settled} credits settled what you owed`)).toBe(debt > 0);
  const headers = { host: shop.host, cookie: buyer.cookie, "x-request-type": "client" };
  const { user } = (await shop.app.inject({ url: "/api/user.php", headers })).json();
  expect(user).toMatchObject({
    credits: expected.balance,
    last_purchase: { credits: 10, amount: 995, currency: "EUR" },
  });
  expect(await findUnbalanced(services.db)).toEqual([]);
});

test("D7.8 a payment keeps the countries of the IP address and of the card, beside that of the profile", async () => {
  services.geo.countryOf = () => "BE";
  const buyer = await newBuyer("NL");
  const { path, id } = await orderSmallest(buyer.cookie);
  const evidence = () =>
    services.db
      .selectFrom("payments")
      .select(["country", "ip_country", "payer_country"])
      .where("id", "=", id)
      .executeTakeFirst();
  expect(await evidence()).toEqual({ country: "NL", ip_country: "BE", payer_country: null });
  await press(path, "pay");
  await runJobs();
  expect(await evidence()).toEqual({ country: "NL", ip_country: "BE", payer_country: "NL" });
});

test("D7.2 a muted buyer is told before the order, and no longer once it is over", async () => {
  const buyer = await newBuyer();
  const muted = async () => (await get("/api/bundles.php", buyer.cookie)).json().muted;
  const until = new Date(services.clock.now().getTime() + 60_000);
  expect(await muted()).toBe(false);
  await services.db.updateTable("profiles").set({ muted_until: until }).where("member_id", "=", buyer.id).execute();
  expect(await muted()).toBe(true);
  services.clock.advance(60_000);
  expect(await muted()).toBe(false);
});
