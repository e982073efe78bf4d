import { createElement as h } from "react";
import type { Language } from "#contract/constants.ts";
import type { Texts } from "#server/texts.ts";
import type { SandboxPayment } from "./store.ts";
import { document, money, time, viewIn } from "./views.ts";

/** The newest payments, each with a link to its page. */
export function listPage(texts: Texts, language: Language, payments: readonly SandboxPayment[]): string {
  const view = viewIn(texts, language);
  const { say, methodName } = view;
  const entry = (payment: SandboxPayment) =>
    h(
      "li",
      { key: payment.reference },
      h("a", { href: `/sandbox/checkout/${payment.reference}` }, payment.description),
      h("span", null, money(language, payment.amount_minor, payment.currency)),
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
