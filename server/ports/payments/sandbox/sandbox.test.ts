import { randomBytes } from "node:crypto";
import fastify from "fastify";
import { afterAll } from "vitest";
import { testServices } from "#server/db/test-database.ts";
import { registerErrors } from "#server/http/errors.ts";
import { testProvider } from "#server/ports/payments/test-provider.ts";
import { sandboxPages } from "./pages.ts";
import { signedHeaders, webhookKey } from "./webhook.ts";

const { services, close } = await testServices();
const { config, clock } = services;
const [payments] = services.payments.all;
const app = fastify();
registerErrors(app, services);
await app.register(sandboxPages, { services });
afterAll(async () => {
  await app.close();
  await close();
});

const signal = new AbortController().signal;

async function press(reference: string, fields: Record<string, string>): Promise<void> {
  const answer = await app.inject({
    method: "POST",
    url: `/sandbox/checkout/${reference}`,
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    payload: new URLSearchParams(fields).toString(),
  });
  if (answer.statusCode !== 303) throw new Error(`${fields.outcome} was answered with ${answer.statusCode}`);
}

const key = webhookKey(config.secret);
const bodyOf = (id: string) => JSON.stringify({ id });
const signed = (id: string, by = key, at = clock.now()) => ({
  headers: signedHeaders(by, bodyOf(id), at),
  rawBody: bodyOf(id),
});

testProvider({
  provider: payments,
  cardWallets: [],
  unknownReference: "sb_unknown",
  async complete(reference) {
    const status = (await payments.fetchPayment(reference, signal))?.status;
    await press(reference, { outcome: status === "pending" ? "complete" : "pay" });
  },
  fail: (reference) => press(reference, { outcome: "fail" }),
  cancel: (reference) => press(reference, { outcome: "cancel" }),
  expire: (reference) => press(reference, { outcome: "expire" }),
  leavePending: (reference) => press(reference, { outcome: "pending" }),
  endRefund: (reference, item, outcome) =>
    press(reference, { outcome: outcome === "completed" ? "refund_done" : "refund_fails", item }),
  chargeBack: (reference) => press(reference, { outcome: "charge_back" }),
  async reverseChargeback(reference) {
    const item = (await payments.fetchPayment(reference, signal))?.chargebacks[0]?.reference ?? "";
    await press(reference, { outcome: "reverse", item });
  },
  webhook: signed,
  forged: (id) => [
    signed(id, randomBytes(32)),
    signed(id, key, new Date(clock.now().getTime() - 301_000)),
    { ...signed(id), rawBody: bodyOf("sb_other") },
    { headers: {}, rawBody: `id=${id}` },
  ],
  now: () => clock.now(),
});
