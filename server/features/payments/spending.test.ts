import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { dayMs, hourMs } from "#contract/durations.ts";
import { openShop } from "./test-shop.ts";

const shop = await openShop();
const { services, newBuyer, bundlesOf, order, orderSmallest, press, get, runJobs, send, statusOf } = shop;
const { clock } = services;
afterAll(shop.close);
beforeEach(() => clock.set("2026-11-20T18:00:00Z"));

const limit = async (cookie: string, value: number | null) =>
  (await send("PUT", "/api/spending.php", cookie, { limit: value })).json();
const pause = async (cookie: string, days: number) =>
  (await send("POST", "/api/purchase-pause.php", cookie, { days })).json();
const buy = async (cookie: string) => {
  const { path } = await orderSmallest(cookie);
  await press(path, "pay");
  await runJobs();
};
const tryToBuy = async (cookie: string) => {
  const [smallest] = await bundlesOf(cookie);
  return (await order(cookie, { bundle_id: smallest?.id })).json();
};

test("quality: a member's own monthly limit refuses orders beyond it, until the month is over", async () => {
  const { cookie } = await newBuyer();
  expect(await limit(cookie, 1500)).toMatchObject({ currency: "EUR", limit: 1500, spent: 0, next: null });
  await buy(cookie);
  const refused = await tryToBuy(cookie);
  expect(refused.error).toMatchObject({ code: "spending_limit_reached" });
  expect(refused.error.message).toContain("1 December 2026");
  expect((await get("/api/spending.php", cookie)).json()).toMatchObject({ spent: 995 });
  clock.set("2026-12-01T00:00:00Z");
  expect((await tryToBuy(cookie)).payment.status).toBe("open");
});

test("quality: ten orders at once do not exceed a member's own limit together; a repetition is the same order", async () => {
  const { id, cookie } = await newBuyer();
  await limit(cookie, 2000);
  const [smallest] = await bundlesOf(cookie);
  const key = randomUUID();
  const twice = { bundle_id: smallest?.id, amount: smallest?.price };
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => order(cookie, twice)),
    order(cookie, twice, key),
    order(cookie, twice, key),
  ]);
  const orders = answers
    .filter(({ statusCode }) => statusCode === 200)
    .map((answer) => answer.json().payment.payment_id);
  expect(new Set(orders).size).toBe(2);
  for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, "spending_limit_held"]);
  }
  const open = services.db.selectFrom("payments").select("amount_minor").where("member_id", "=", id);
  expect(await open.execute()).toEqual([{ amount_minor: 995 }, { amount_minor: 995 }]);
});

test("quality: an order that is begun counts against the limit until it is cancelled, or for an hour", async () => {
  const { cookie } = await newBuyer();
  await limit(cookie, 1500);
  const first = await orderSmallest(cookie);
  const refused = await tryToBuy(cookie);
  expect(refused.error).toMatchObject({ code: "spending_limit_held" });
  expect(refused.error.message).toContain("20 November 2026 at 19:00");
  await press(first.path, "cancel");
  await runJobs();
  expect((await tryToBuy(cookie)).payment.status).toBe("open");
  expect((await tryToBuy(cookie)).error.code).toBe("spending_limit_held");
  clock.advance(hourMs);
  expect((await tryToBuy(cookie)).payment.status).toBe("open");
});

test("quality: a lower limit holds at once, a higher one and none after 24 hours", async () => {
  const { cookie } = await newBuyer();
  await limit(cookie, 2000);
  expect(await limit(cookie, 500)).toMatchObject({ limit: 500, next: null });
  const raised = await limit(cookie, 5000);
  expect(raised).toMatchObject({ limit: 500, next: { limit: 5000, from: "2026-11-21T18:00:00.000Z" } });
  expect((await tryToBuy(cookie)).error.code).toBe("spending_limit_reached");
  clock.advance(dayMs);
  expect((await get("/api/spending.php", cookie)).json()).toMatchObject({ limit: 5000, next: null });
  expect(await limit(cookie, null)).toMatchObject({ limit: 5000, next: { limit: null } });
  clock.advance(dayMs);
  expect((await get("/api/spending.php", cookie)).json()).toMatchObject({ limit: null, next: null });
});

test("quality: a limit in another currency than the order's refuses it, until one in that currency holds", async () => {
  const { id, cookie } = await newBuyer();
  await limit(cookie, 1500);
  await services.db.updateTable("profiles").set({ country: "GB" }).where("member_id", "=", id).execute();
  const refused = (await tryToBuy(cookie)).error;
  expect([refused.code, refused.message]).toEqual(["spending_limit_currency", expect.stringContaining("€15.00")]);
  const show = async () => (await get("/api/spending.php", cookie)).json();
  expect(await show()).toMatchObject({ currency: "EUR", order_currency: "GBP", limit: 1500 });
  // pounds and euros can't be compared: a limit that seems lower waits too
  const next = { limit: 1400, currency: "GBP", from: "2026-11-21T18:00:00.000Z" };
  expect(await limit(cookie, 1400)).toMatchObject({ currency: "EUR", limit: 1500, next });
  expect((await tryToBuy(cookie)).error.code).toBe("spending_limit_currency");
  clock.advance(dayMs);
  expect(await show()).toMatchObject({ currency: "GBP", limit: 1400, spent: 0, next: null });
  expect((await tryToBuy(cookie)).payment.status).toBe("open");
  expect((await tryToBuy(cookie)).error.code).toBe("spending_limit_held");
});

test("quality: a pause refuses orders until its end, and can't be shortened", async () => {
  const { cookie } = await newBuyer();
  expect(await pause(cookie, 7)).toMatchObject({ paused_until: "2026-11-27T18:00:00.000Z" });
  expect(await pause(cookie, 1)).toMatchObject({ paused_until: "2026-11-27T18:00:00.000Z" });
  const refused = await tryToBuy(cookie);
  expect(refused.error.code).toBe("purchases_paused");
  expect(refused.error.message).toContain("27 November 2026");
  clock.advance(7 * dayMs);
  expect((await tryToBuy(cookie)).payment.status).toBe("open");
});

test("quality: an order that is not paid yet ends once a lower limit or a pause leaves no room for it", async () => {
  const { cookie } = await newBuyer();
  const first = await orderSmallest(cookie);
  await limit(cookie, 2000);
  await runJobs();
  expect(await statusOf(cookie, first.id)).toBe("open");
  await limit(cookie, 900);
  await runJobs();
  expect(await statusOf(cookie, first.id)).toBe("cancelled");
  expect((await get("/api/spending.php", cookie)).json()).toMatchObject({ limit: 900, spent: 0 });
  const other = await newBuyer();
  const { id, path } = await orderSmallest(other.cookie);
  await pause(other.cookie, 1);
  await runJobs();
  // its checkout is still open in another tab
  await press(path, "pay");
  await runJobs();
  expect(await statusOf(other.cookie, id)).toBe("cancelled");
});
