import { randomBytes } from "node:crypto";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { eraseAccount } from "#server/features/privacy/index.ts";
import { createProviders } from "#server/ports/payments/providers.ts";
import { sandboxWebhook, signedHeaders } from "#server/ports/payments/sandbox/webhook.ts";
import { openShop } from "./test-shop.ts";

const shop = await openShop();
const { services, newBuyer, orderSmallest, press, tell, webhook, runJobs } = shop;
const { db, mail } = services;
const [sandbox] = services.payments.all;
afterAll(shop.close);
afterEach(() => {
  services.payments = createProviders(sandbox);
});

async function paidOrder() {
  const buyer = await newBuyer();
  const { path, reference, id } = await orderSmallest(buyer.cookie);
  await press(path, "pay");
  return { ...buyer, reference, paymentId: id };
}

const purchasesOf = (memberId: string) =>
  db.selectFrom("ledger").select("amount").where("member_id", "=", memberId).where("cause", "=", "purchase").execute();

function shuffled<T>(items: T[]): T[] {
  return items.toSorted(() => Math.random() - 0.5);
}

describe("R1.07 R1.08 D7.4 the webhook", () => {
  test("books each payment once, sent 100 times, shuffled with 100 forged, 100 altered and 100 old ones", async () => {
    const orders = [await paidOrder(), await paidOrder(), await paidOrder()];
    const cancelled = await newBuyer();
    const { path, reference } = await orderSmallest(cancelled.cookie);
    await press(path, "cancel");
    const genuine = [...orders.map((order) => order.reference), reference].flatMap((each) =>
      Array.from({ length: 100 }, () => ({ ...webhook(each), expected: 200 })),
    );
    const [first = ""] = orders.map((order) => order.reference);
    const refused = Array.from({ length: 300 }, (_, index) => {
      const { body, headers } = webhook(first);
      if (index % 3 === 0) return { body, headers: signedHeaders(randomBytes(32), body, services.clock.now()) };
      if (index % 3 === 1) return { body: body.replace(first, orders[1]?.reference ?? ""), headers };
      return webhook(first, new Date(services.clock.now().getTime() - 301_000));
    }).map((each) => ({ ...each, expected: 401 }));
    const all = shuffled([...genuine, ...refused]);
    // as many at once as the app asks the provider about in time, also on a busy machine
    for (let from = 0; from < all.length; from += 50) {
      await Promise.all(
        all.slice(from, from + 50).map(async ({ body, headers, expected }) => {
          expect((await tell(body, headers)).statusCode).toBe(expected);
        }),
      );
    }
    for (const { id } of orders) {
      expect(await purchasesOf(id)).toEqual([{ amount: 10 }]);
      expect(await balanceOf(db, id)).toBe(10);
    }
    expect(await balanceOf(db, cancelled.id)).toBe(0);
    await runJobs();
    for (const { email } of orders) expect(mail.sent.filter((each) => each.to === email)).toHaveLength(1);
  });

  test.each([
    ["forged", (body: string) => ({ body, headers: signedHeaders(randomBytes(32), body, services.clock.now()) })],
    ["unsigned", (body: string) => ({ body, headers: { "content-type": "application/json" } })],
    ["old", (body: string) => webhook(JSON.parse(body).id, new Date(services.clock.now().getTime() - 301_000))],
    ["altered by a space", (body: string) => ({ body: `${body} `, headers: webhook(JSON.parse(body).id).headers })],
  ])("that is %s is refused and books nothing", async (_, make) => {
    const { id, reference } = await paidOrder();
    const { body, headers } = make(JSON.stringify({ id: reference }));
    const answer = await tell(body, headers);
    expect(answer.statusCode).toBe(401);
    expect(answer.json().error.code).toBe("webhook_refused");
    expect(await balanceOf(db, id)).toBe(0);
  });

  test("of an unknown payment asks the provider nothing, unless its address is one that we signed", async () => {
    const fetched: string[] = [];
    services.payments = createProviders({
      ...sandbox,
      fetchPayment: (reference, signal) => {
        fetched.push(reference);
        return sandbox.fetchPayment(reference, signal);
      },
    });
    // the provider's answer to this order is still on its way, so that we don't know its reference
    const { id, reference, paymentId } = await paidOrder();
    await db.updateTable("payments").set({ provider_reference: null }).where("id", "=", paymentId).execute();
    const { body, headers } = webhook(reference);
    const order = db.selectFrom("sandbox_payments").select("webhook_url").where("reference", "=", reference);
    const { pathname, search } = new URL((await order.executeTakeFirstOrThrow()).webhook_url);
    const forged = search.replace(/.{4}$/, "AAAA");
    for (const path of [pathname, `${pathname}${forged}`]) {
      const answer = await tell(body, headers, path);
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, "payment_not_found"]);
    }
    expect([fetched, await balanceOf(db, id)]).toEqual([[], 0]);
    expect((await tell(body, headers, `${pathname}${search}`)).statusCode).toBe(200);
    expect(await balanceOf(db, id)).toBe(10);
  });

  test("carries no status: only the provider's answer counts", async () => {
    const { id, cookie } = await newBuyer();
    const { reference } = await orderSmallest(cookie);
    const { body, headers } = webhook(reference);
    expect((await tell(body, headers)).statusCode).toBe(200);
    expect(await balanceOf(db, id)).toBe(0);
  });

  test("fails if the provider does not answer the status request, and succeeds when sent again", async () => {
    const { id, reference } = await paidOrder();
    const { body, headers } = webhook(reference);
    services.payments = createProviders({ ...sandbox, fetchPayment: () => Promise.reject(new Error("away")) });
    expect((await tell(body, headers)).statusCode).toBe(502);
    services.payments = createProviders(sandbox);
    expect((await tell(body, headers)).statusCode).toBe(200);
    expect(await balanceOf(db, id)).toBe(10);
  });

  test("of the sandbox arrives over HTTP and completes a pending payment", async () => {
    const { id, cookie } = await newBuyer();
    const { path } = await orderSmallest(cookie);
    await press(path, "pending");
    await services.jobs.drain(services);
    expect(await balanceOf(db, id)).toBe(0);
    await press(path, "complete");
    await services.jobs.drain(services);
    expect(await balanceOf(db, id)).toBe(10);
  });

  test("of the sandbox throws if its request fails, so that the queue retries it", async () => {
    const { id, reference } = await paidOrder();
    services.payments = createProviders({ ...sandbox, fetchPayment: () => Promise.reject(new Error("away")) });
    await expect(sandboxWebhook.run(services, { reference })).rejects.toThrow("502");
    services.payments = createProviders(sandbox);
    await sandboxWebhook.run(services, { reference });
    expect(await balanceOf(db, id)).toBe(10);
  });
});

test("D3.9 D7.4 money for an account erased meanwhile is recorded and refunded", async () => {
  const { id, reference, paymentId } = await paidOrder();
  await db.updateTable("payments").set({ status: "pending" }).where("id", "=", paymentId).execute();
  const deleted = { status: "deleted", deleted_at: services.clock.now() };
  await db.updateTable("accounts").set(deleted).where("id", "=", id).execute();
  const before = services.clock.now();
  services.clock.advance(14 * dayMs);
  expect(await eraseAccount(services, id)).toBe(true);
  const logged = vi.spyOn(services.log, "error");
  const { body, headers } = webhook(reference);
  // the request's own logger is a child of the platform's
  vi.spyOn(services.log, "child").mockReturnValue(services.log);
  expect((await tell(body, headers)).statusCode).toBe(200);
  const payment = await db.selectFrom("payments").selectAll().where("id", "=", paymentId).executeTakeFirstOrThrow();
  expect(payment).toMatchObject({ status: "completed", member_id: null, country: "NL" });
  expect(logged).toHaveBeenCalledWith({ payment: paymentId }, "a payment for an erased account: refunded");
  const refunds = await db.selectFrom("refunds").selectAll().where("payment_id", "=", paymentId).execute();
  expect(refunds).toMatchObject([{ amount_minor: 995, credits: 0, reason: "account_erased" }]);
  services.clock.set(before);
  vi.restoreAllMocks();
});
