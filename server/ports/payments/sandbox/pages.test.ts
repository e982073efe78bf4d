import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import fastify from "fastify";
import { afterAll, describe, expect, test } from "vitest";
import { testServices } from "#server/db/test-database.ts";
import { registerErrors } from "#server/http/errors.ts";
import type { Order } from "#server/ports/payments/port.ts";
import { directDebitOf, orderOf } from "#server/ports/payments/test-provider.ts";
import { completeLater } from "./outcomes.ts";
import { sandboxPages } from "./pages.ts";
import { lateSandboxWebhook } from "./webhook.ts";

const { services, close } = await testServices();
const [payments] = services.payments.all;
const app = fastify();
registerErrors(app, services);
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

const signal = new AbortController().signal;

async function checkout(overrides: Partial<Order> = {}) {
  const paymentId = randomUUID();
  const order = orderOf({
    paymentId,
    description: "60 credits",
    method: undefined,
    language: "en",
    returnUrl: `${shop}/transactions/${paymentId}`,
    webhookUrl: `${shop}/webhook`,
    ...overrides,
  });
  const { reference, checkoutUrl } = await payments.createCheckout(order, signal);
  return {
    order,
    reference,
    path: new URL(checkoutUrl ?? "").pathname,
    status: () => payments.fetchPayment(reference, signal),
  };
}

const page = async (path: string) => await app.inject({ url: path });

const webhooksOf = async (reference: string) => {
  while ((await services.jobs.drain(services)) > 0);
  return received.filter((each) => payments.readWebhook(each) === reference).length;
};

const press = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  await app.inject({
    method: "POST",
    url: path,
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin", ...headers },
    payload: new URLSearchParams(fields).toString(),
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
    ["card", "3‑D Secure"],
    ["ideal", "Your bank: iDEAL"],
    ["paypal", "Your PayPal account"],
  ])("leads for %s to the page on which the buyer approves or refuses", async (method, title) => {
    for (const [outcome, end] of [
      ["pay", "completed"],
      ["refuse", "failed"],
    ] as const) {
      const { path, order, status } = await checkout();
      const chosen = await press(path, { outcome: "choose", method });
      expect([chosen.statusCode, chosen.headers.location]).toEqual([303, `${path}/approve`]);
      const { body } = await page(`${path}/approve`);
      for (const text of [title, "€47.95", `action="${path}"`]) expect(body).toContain(text);
      expect(await status()).toMatchObject({ status: "open", method });
      expect((await press(path, { outcome })).headers.location).toBe(order.returnUrl);
      expect(await status()).toMatchObject({ status: end, method });
      expect((await page(`${path}/approve`)).headers.location).toBe(path);
    }
  });

  test("offers no direct debit, which is ordered with a mandate", async () => {
    const { path } = await checkout();
    expect((await page(path)).body).not.toContain("SEPA");
    expect((await press(path, { outcome: "choose", method: "sepa" })).statusCode).toBe(400);
  });

  test.each([
    ["pay", "completed"],
    ["pending", "pending"],
    ["later", "pending"],
    ["fail", "failed"],
    ["cancel", "cancelled"],
    ["expire", "expired"],
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

  test("that is left for two minutes completes by itself", async () => {
    const { path, reference, status } = await checkout();
    await press(path, { outcome: "later", method: "ideal" });
    await completeLater.run(services, { reference });
    await completeLater.run(services, { reference });
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
    { outcome: "charge_back" },
    { outcome: "webhook" },
    { outcome: "choose", method: "blik" },
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

describe("D7.4 after the checkout, its page", () => {
  const paid = async () => {
    const opened = await checkout();
    await press(opened.path, { outcome: "pay", method: "card" });
    const refund = async (amount: number) => {
      const { reference } = opened;
      const order = { refundId: randomUUID(), reference, amount, currency: "EUR", description: "Refund" };
      return (await payments.refund(order, signal)).reference;
    };
    return { ...opened, refund, before: await webhooksOf(opened.reference) };
  };

  test("finishes a refund or lets it fail, once, and reports each", async () => {
    const { path, reference, refund, status, before } = await paid();
    const [first, second] = [await refund(1000), await refund(2000)];
    expect((await page(path)).body).toContain("A refund of €10.00 is on its way.");
    for (const outcome of ["refund_done", "refund_fails", "refund_done"]) await press(path, { outcome, item: first });
    expect((await press(path, { outcome: "refund_fails", item: second })).headers.location).toBe(path);
    const statuses = new Map((await status())?.refunds.map((each) => [each.reference, each.status]));
    expect([statuses.get(first), statuses.get(second)]).toEqual(["completed", "failed"]);
    expect(await webhooksOf(reference)).toBe(before + 2);
    const { body } = await page(path);
    for (const text of ["€10.00 has been refunded.", "A refund of €20.00 has failed."]) expect(body).toContain(text);
  });

  test("takes the money back and returns it, and reports both", async () => {
    const { path, reference, status, before } = await paid();
    for (const outcome of ["charge_back", "charge_back"]) await press(path, { outcome });
    const [chargeback] = (await status())?.chargebacks ?? [];
    expect(chargeback).toMatchObject({ amount: 4795, reversed: false });
    for (const item of [chargeback?.reference ?? "", "sch_unknown"]) await press(path, { outcome: "reverse", item });
    expect((await status())?.chargebacks).toEqual([{ ...chargeback, reversed: true }]);
    expect(await webhooksOf(reference)).toBe(before + 2);
    expect((await page(path)).body).toContain("The bank has returned €47.95 to the shop.");
  });

  test("does not change another payment's refund", async () => {
    const [own, other] = [await paid(), await paid()];
    const refund = await other.refund(1000);
    await press(own.path, { outcome: "refund_done", item: refund });
    expect((await other.status())?.refunds).toMatchObject([{ status: "pending" }]);
  });

  test("sends the webhook again, twice or late", async () => {
    const { path, reference, before } = await paid();
    await press(path, { outcome: "webhook" });
    expect(await webhooksOf(reference)).toBe(before + 1);
    await press(path, { outcome: "webhook_twice" });
    expect(await webhooksOf(reference)).toBe(before + 3);
    await press(path, { outcome: "webhook_late" });
    expect(await webhooksOf(reference)).toBe(before + 3);
    await lateSandboxWebhook.run(services, { reference });
    expect(await webhooksOf(reference)).toBe(before + 4);
  });
});

describe("D7.3 the list of payments", () => {
  test("leads to the page of each, also of one that has no checkout", async () => {
    const order = orderOf({ method: "sepa", returnUrl: `${shop}/x`, webhookUrl: `${shop}/webhook` });
    const debit = { ...order, directDebit: directDebitOf(order.paymentId) };
    const { reference, checkoutUrl } = await payments.createCheckout(debit, signal);
    expect(checkoutUrl).toBeNull();
    const { body, statusCode } = await page("/sandbox");
    expect(statusCode).toBe(200);
    for (const text of [`href="/sandbox/checkout/${reference}"`, "SEPA Direct Debit", "Pending"])
      expect(body).toContain(text);
    await press(`/sandbox/checkout/${reference}`, { outcome: "complete" });
    await press(`/sandbox/checkout/${reference}`, { outcome: "charge_back" });
    expect(await payments.fetchPayment(reference, signal)).toMatchObject({
      status: "completed",
      chargebacks: [{ amount: 4795 }],
    });
  });

  test("is not there in production, where it would show everyone's payments", async () => {
    const production = fastify();
    registerErrors(production, services);
    const config = { ...services.config, mode: "production" as const };
    await production.register(sandboxPages, { services: { ...services, config } });
    expect((await production.inject({ url: "/sandbox" })).statusCode).toBe(404);
    const { path } = await checkout();
    expect((await production.inject({ url: path })).body).not.toContain('href="/sandbox"');
    await production.close();
  });
});
