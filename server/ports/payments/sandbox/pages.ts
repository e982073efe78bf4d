import { join } from "node:path";
import type { FastifyPluginAsync, FastifyReply } from "fastify";
import { createElement as h } from "react";
import { z } from "zod";
import type { Language } from "#contract/constants.ts";
import { fail } from "#server/http/fail.ts";
import { acceptedLanguage, languageOf } from "#server/http/language.ts";
import { isSameOrigin } from "#server/http/origin.ts";
import { readPlainStyle } from "#server/http/styles.ts";
import type { Services } from "#server/services.ts";
import type { Texts } from "#server/texts.ts";
import { approvalPage, checkoutMethods, checkoutPage, unknownPage } from "./checkout-view.ts";
import { continueAfter, isStep, takeStep } from "./outcomes.ts";
import { findCurrentPayment, listNewest, type SandboxPayment, setMethod } from "./payments-store.ts";
import { listSandboxChargebacks, listSandboxRefunds } from "./returns-store.ts";
import { document, showMoney, time, viewIn } from "./views.ts";

/** Allows only the page's own stylesheet and its form. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const listed = 50;

const form = z.object({ outcome: z.string(), method: z.string().optional(), item: z.string().optional() });

type Params = { Params: { reference: string } };

/**
 * Mount it only if the sandbox is the provider: as at a real one, anyone who knows the reference may decide how the
 * payment ends. The list at `/sandbox` is outside production only.
 */
export const sandboxPages: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  const { db, texts, config, clock } = services;
  const css = readPlainStyle(join(import.meta.dirname, "sandbox.css"));
  const hasList = config.mode !== "production";

  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 2048 },
    (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  const page = (reply: FastifyReply) =>
    reply
      .headers({ "content-security-policy": policy, "x-robots-tag": "noindex", "cache-control": "no-store" })
      .type("text/html; charset=utf-8");

  async function checkout(payment: SandboxPayment, isWrong = false): Promise<string> {
    const { reference } = payment;
    const [refunds, chargebacks] = await Promise.all([
      listSandboxRefunds(db, reference),
      listSandboxChargebacks(db, reference),
    ]);
    return checkoutPage(texts, languageOf(payment.language), { payment, refunds, chargebacks, isWrong, hasList });
  }

  app.get("/sandbox/sandbox.css", async (_, reply) => reply.type("text/css; charset=utf-8").send(css));

  if (hasList) {
    app.get("/sandbox", async (request, reply) => {
      const language = acceptedLanguage(request.headers["accept-language"]) ?? "en";
      return page(reply).send(paymentsPage(texts, language, await listNewest(db, listed)));
    });
  }

  app.get<Params>("/sandbox/checkout/:reference", async (request, reply) => {
    const payment = await findCurrentPayment(db, request.params.reference, clock.now());
    if (payment) return page(reply).send(await checkout(payment));
    const language = acceptedLanguage(request.headers["accept-language"]) ?? "en";
    return page(reply.status(404)).send(unknownPage(texts, language));
  });

  /** Where the buyer approves the payment: their bank or their wallet. */
  app.get<Params>("/sandbox/checkout/:reference/approve", async (request, reply) => {
    const { reference } = request.params;
    const payment = await findCurrentPayment(db, reference, clock.now());
    if (payment?.status !== "open" || payment.method === null)
      return reply.redirect(`/sandbox/checkout/${reference}`, 303);
    return page(reply).send(approvalPage(texts, languageOf(payment.language), payment));
  });

  app.post<Params>("/sandbox/checkout/:reference", async (request, reply) => {
    if (!isSameOrigin(request)) throw fail("wrong_origin");
    const payment = await findCurrentPayment(db, request.params.reference, clock.now());
    if (!payment) throw fail("not_found");
    const checkoutPath = `/sandbox/checkout/${payment.reference}`;
    const { data } = form.safeParse(request.body);
    if (data && (await continueAfter(services, payment, data))) return reply.redirect(checkoutPath, 303);
    const hasEnded = payment.status !== "open" && payment.status !== "pending";
    // a second click, or a stale page: the payment has already ended
    if (hasEnded && data && isStep(data)) return reply.redirect(payment.return_url, 303);
    const method = data?.method ?? payment.method;
    const isOffered = method === null || checkoutMethods(payment).includes(method);
    if (data?.outcome === "choose" && payment.status === "open" && method !== null && isOffered) {
      await setMethod(db, payment.reference, method);
      return reply.redirect(`${checkoutPath}/approve`, 303);
    }
    if (data && isOffered && (await takeStep(services, payment, data))) return reply.redirect(payment.return_url, 303);
    return page(reply.status(400)).send(await checkout(payment, true));
  });
};

export function paymentsPage(texts: Texts, language: Language, payments: readonly SandboxPayment[]): string {
  const view = viewIn(texts, language);
  const { say, methodName } = view;
  const entry = (payment: SandboxPayment) =>
    h(
      "li",
      { key: payment.reference },
      h("a", { href: `/sandbox/checkout/${payment.reference}` }, payment.description),
      h("span", null, showMoney(language, payment.amount_minor, payment.currency)),
      h("span", null, say(`status.${payment.status}`)),
      payment.method === null ? null : h("span", null, methodName(payment.method)),
      h("span", null, payment.merchant),
      h("time", { dateTime: payment.created_at.toISOString() }, time(language, payment.created_at)),
    );
  return document(
    view,
    say("list.title"),
    payments.length === 0 ? h("p", null, say("list.empty")) : h("ul", { className: "list" }, payments.map(entry)),
  );
}
