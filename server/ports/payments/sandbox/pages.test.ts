import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import fastify from "fastify";
import { afterAll, describe, expect, test } from "vitest";
import { testServices } from "#server/db/test-database.ts";
import { registerErrors } from "#server/http/errors.ts";
import type { Order } from "#server/ports/payments/port.ts";
import { sandboxPages } from "./pages.ts";

const { services, close } = await testServices();
const { payments } = services;
const app = fastify();
registerErrors(app, services.texts);
await app.register(sandboxPages, { services });

/** The webhooks that the shop received. */
const received: { headers: NodeJS.Dict<string | string[]>; rawBody: string }[] = [];
const listener = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  received.push({ headers: request.headers, rawBody: Buffer.concat(parts).toString() });
  response.end();
}).listen(0, "127.0.0.1");
await once(listener, "listening");
const address = listener.address();
const shop = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;

afterAll(async () => {
  await app.close();
  listener.close();
  await close();
});

const signal = AbortSignal.timeout(60_000);

async function checkout(overrides: Partial<Order> = {}) {
  const paymentId = randomUUID();
  const order: Order = {
    paymentId,
    amount: 4795,
    currency: "EUR",
    description: "60 credits",
    merchant: "Rendezvous",
    country: "NL",
    language: "en",
    returnUrl: `${shop}/transactions/${paymentId}`,
    webhookUrl: `${shop}/webhook`,
    buyer: { name: "Anna", email: "anna@example.org", customer: null },
    ...overrides,
  };
  const { reference, checkoutUrl } = await payments.createCheckout(order, signal);
  return {
    order,
    reference,
    path: new URL(checkoutUrl ?? "").pathname,
    status: () => payments.fetchPayment(reference, signal),
  };
}

const page = async (path: string) => await app.inject({ url: path });

const press = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  await app.inject({
    method: "POST",
    url: path,
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin", ...headers },
    payload: new URLSearchParams(fields).toString(),
  });

describe("D7.3 the sandbox", () => {
  test("gives one checkout for one payment id, also for two orders at once", async () => {
    const paymentId = randomUUID();
    const checkouts = await Promise.all([1, 2, 3].map(() => checkout({ paymentId })));
    expect(new Set(checkouts.map((each) => each.reference)).size).toBe(1);
  });

  test("answers the order's status, and null for a reference it never gave", async () => {
    const { order, status } = await checkout({ method: "paypal" });
    const { paymentId, amount, currency } = order;
    expect(await status()).toEqual({
      paymentId,
      amount,
      currency,
      status: "open",
      method: "paypal",
      refunds: [],
      chargebacks: [],
      stored: null,
    });
    expect(await payments.fetchPayment("sb_unknown", signal)).toBeNull();
  });

  test.each([
    ["NL", "EUR", ["ideal", "card", "paypal", "sepa"]],
    ["DE", "EUR", ["card", "paypal", "sepa"]],
    ["DE", "GBP", ["card", "paypal"]],
    ["SE", "SEK", ["card", "paypal"]],
    ["", "EUR", ["card", "paypal"]],
  ])("offers in %j for %s what people there pay with", (country, currency, methods) => {
    expect(payments.methods({ country, currency })).toEqual(methods);
  });
});

describe("D7.3 the sandbox's checkout", () => {
  test("says that no real money moves, shows payee, purpose and amount, and offers the country's methods", async () => {
    const { path } = await checkout();
    const { body, headers, statusCode } = await page(path);
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    for (const text of ["Sandbox – no real money", "Pay Rendezvous", "60 credits", "€47.95", "iDEAL", "PayPal"]) {
      expect(body).toContain(text);
    }
  });

  test("needs no script, and only its own stylesheet", async () => {
    const { path } = await checkout();
    const { body, headers } = await page(path);
    expect(body).not.toMatch(/<script|<style|style=|\son\w+=/);
    expect(headers["content-security-policy"]).toContain(
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'",
    );
    const sheet = await page("/sandbox/sandbox.css");
    expect(sheet.headers["content-type"]).toBe("text/css; charset=utf-8");
  });

  test("shows a name as text, whatever it contains", async () => {
    const { path } = await checkout({ merchant: '<img src=x onerror="alert(1)">' });
    expect((await page(path)).body).not.toContain("<img");
  });

  test.each([
    ["pay", "completed"],
    ["pending", "pending"],
    ["fail", "failed"],
    ["cancel", "cancelled"],
  ])("with the button %s is %s, by the method that was chosen, and leads back", async (outcome, end) => {
    const { path, order, status } = await checkout();
    const answer = await press(path, { outcome, method: "card" });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe(order.returnUrl);
    expect(await status()).toMatchObject({ status: end, method: "card" });
    expect((await page(path)).body).toContain("Back to Rendezvous");
  });

  test("that was left pending can be completed later, at the same address", async () => {
    const { path, status } = await checkout();
    await press(path, { outcome: "pending", method: "ideal" });
    expect((await page(path)).body).toContain("Complete now");
    expect((await press(path, { outcome: "complete" })).statusCode).toBe(303);
    expect(await status()).toMatchObject({ status: "completed", method: "ideal" });
  });

  test("sends the shop one signed webhook over HTTP for each change", async () => {
    const { path, reference } = await checkout();
    await Promise.all([1, 2, 3, 4, 5].map(() => press(path, { outcome: "pay", method: "card" })));
    await press(path, { outcome: "cancel" });
    await services.jobs.drain(services);
    const webhooks = received.filter((each) => payments.readWebhook(each) === reference);
    expect(webhooks).toHaveLength(1);
    expect(webhooks[0]?.headers["sandbox-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
  });

  test.each([
    { outcome: "complete" },
    { outcome: "constructor" },
    { outcome: "" },
    { method: "card" },
    { outcome: "pay", method: "gold" },
    { outcome: "pay", method: "__proto__" },
  ])("does not take %j and says so", async (fields) => {
    const { path, status } = await checkout();
    const answer = await press(path, fields as Record<string, string>);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('role="alert"');
    expect(await status()).toMatchObject({ status: "open" });
  });

  test("can't be completed by another site's form", async () => {
    const { path, status } = await checkout();
    expect((await press(path, { outcome: "pay" }, { "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
    expect(await status()).toMatchObject({ status: "open" });
  });

  test("that does not exist is a 404 in the visitor's language", async () => {
    const answer = await page("/sandbox/checkout/sb_unknown");
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain("We can’t find this payment");
    expect((await press("/sandbox/checkout/sb_unknown", { outcome: "pay" })).statusCode).toBe(404);
  });
});
