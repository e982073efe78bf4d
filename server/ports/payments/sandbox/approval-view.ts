import { createElement as h } from "react";
import type { Language } from "#contract/constants.ts";
import type { Texts } from "#server/texts.ts";
import type { SandboxPayment } from "./store.ts";
import { button, document, form, money, viewIn } from "./views.ts";

/** Where a buyer approves a payment: 3-D Secure for cards, the wallet for PayPal, else their bank. */
function placeOf(method: string | null): "card" | "wallet" | "bank" {
  if (method === "card") return "card";
  return method === "paypal" ? "wallet" : "bank";
}

/** The page on which a buyer approves a payment, as their bank or wallet would show it. */
export function approvalPage(texts: Texts, language: Language, payment: SandboxPayment): string {
  const view = viewIn(texts, language);
  const { say, methodName } = view;
  const place = placeOf(payment.method);
  const amount = money(language, payment.amount_minor, payment.currency);
  return document(
    view,
    say(`approval.${place}`, { method: methodName(payment.method ?? "card") }),
    h(
      "dl",
      null,
      h("dt", null, say("approval.payee")),
      h("dd", null, payment.merchant),
      h("dt", null, say("order")),
      h("dd", null, payment.description),
      h("dt", null, say("total")),
      h("dd", { className: "total" }, amount),
    ),
    form(
      payment.reference,
      button("pay", say("approval.approve", { amount }), "pay"),
      button("refuse", say("approval.refuse")),
    ),
    h("p", null, h("a", { href: `/sandbox/checkout/${payment.reference}` }, say("approval.back"))),
  );
}
