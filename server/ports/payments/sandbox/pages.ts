import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyPluginAsync, FastifyReply } from "fastify";
import { z } from "zod";
import type { Payment } from "#contract/payments.ts";
import { fail } from "#server/http/fail.ts";
import { acceptedLanguage, languageOf } from "#server/http/language.ts";
import { isSameOrigin } from "#server/http/origin.ts";
import type { Services } from "#server/services.ts";
import { sandboxMethods } from "./methods.ts";
import { findSandboxPayment, moveOn } from "./store.ts";
import { checkoutPage, unknownPage } from "./views.ts";
import { sandboxWebhook } from "./webhook.ts";

/** Allows only the page's own stylesheet and its form. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

type Status = Payment["status"];

/** The status each button leads to, by the payment's current status; none once it has ended. */
const outcomes = new Map<string, Map<string, Status>>([
  [
    "open",
    new Map([
      ["pay", "completed"],
      ["pending", "pending"],
      ["fail", "failed"],
      ["cancel", "cancelled"],
    ]),
  ],
  [
    "pending",
    new Map([
      ["complete", "completed"],
      ["fail", "failed"],
    ]),
  ],
]);

const form = z.object({ outcome: z.string(), method: z.string().optional() });

/**
 * The sandbox's hosted checkout (D7.3): `/sandbox/checkout/{reference}`. Mount it only if the sandbox is the provider.
 * Anyone who knows the reference may decide how the payment ends, as at a real provider.
 */
export const sandboxPages: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  const { db, texts, jobs } = services;
  const css = readFileSync(join(import.meta.dirname, "sandbox.css"));

  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 2048 },
    (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  const page = (reply: FastifyReply) =>
    reply
      .headers({ "content-security-policy": policy, "x-robots-tag": "noindex", "cache-control": "no-store" })
      .type("text/html; charset=utf-8");

  app.get("/sandbox/sandbox.css", async (_, reply) => reply.type("text/css; charset=utf-8").send(css));

  app.get<{ Params: { reference: string } }>("/sandbox/checkout/:reference", async (request, reply) => {
    const payment = await findSandboxPayment(db, request.params.reference);
    if (payment) return page(reply).send(checkoutPage(texts, languageOf(payment.language), payment));
    const language = acceptedLanguage(request.headers["accept-language"]) ?? "en";
    return page(reply.status(404)).send(unknownPage(texts, language));
  });

  app.post<{ Params: { reference: string } }>("/sandbox/checkout/:reference", async (request, reply) => {
    if (!isSameOrigin(request)) throw fail("wrong_origin");
    const payment = await findSandboxPayment(db, request.params.reference);
    if (!payment) throw fail("not_found");
    const possible = outcomes.get(payment.status);
    // a second click, or a stale page: the payment has already ended
    if (!possible) return reply.redirect(payment.return_url, 303);
    const { data } = form.safeParse(request.body);
    const to = data && possible.get(data.outcome);
    const method = data?.method ?? payment.method;
    if (!to || (method && !sandboxMethods(payment).includes(method))) {
      return page(reply.status(400)).send(checkoutPage(texts, languageOf(payment.language), payment, true));
    }
    await db.transaction().execute(async (trx) => {
      const { reference } = payment;
      const moved = await moveOn(trx, reference, { from: payment.status as Status, to, method });
      if (moved) await jobs.add(trx, sandboxWebhook, { reference });
    });
    return reply.redirect(payment.return_url, 303);
  });
};
