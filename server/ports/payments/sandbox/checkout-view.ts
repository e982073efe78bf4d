import { createElement as h, type ReactNode } from "react";
import type { Language } from "#contract/constants.ts";
import { methodsOf } from "#server/ports/payments/methods.ts";
import type { Texts } from "#server/texts.ts";
import { aftermathForms, type Returns } from "./aftermath-view.ts";
import type { SandboxPayment } from "./payments-store.ts";
import { button, document, form, showMoney, type View, viewIn } from "./views.ts";

/** The methods of a payment's checkout; a direct debit is ordered with a mandate, never chosen there. */
export function checkoutMethods(payment: SandboxPayment): readonly string[] {
  return methodsOf(payment).filter((method) => method !== "sepa" || payment.method === "sepa");
}

function methodChoice(payment: SandboxPayment, { say, methodName }: View): ReactNode {
  const methods = checkoutMethods(payment);
  const chosen = payment.method ?? methods[0];
  const choice = (method: string) =>
    h(
      "label",
      { key: method },
      h("input", { type: "radio", name: "method", value: method, defaultChecked: method === chosen }),
      methodName(method),
    );
  return h("fieldset", null, h("legend", null, say("method")), methods.map(choice));
}

function openForm(payment: SandboxPayment, view: View, total: string): ReactNode {
  const { say } = view;
  return form(
    payment.reference,
    methodChoice(payment, view),
    button("choose", say("pay", { amount: total }), "pay"),
    button("cancel", say("cancel")),
    h("h2", null, say("other_outcomes")),
    button("pending", say("pending")),
    h("p", null, say("pending_hint")),
    button("later", say("later")),
    button("fail", say("fail")),
    button("expire", say("expire")),
  );
}

function pendingForm({ reference }: SandboxPayment, { say }: View): ReactNode {
  return form(reference, button("complete", say("complete"), "pay"), button("fail", say("fail")));
}

type Checkout = Returns & {
  payment: SandboxPayment;
  /** The last submission was invalid. */
  isWrong: boolean;
  hasList: boolean;
};

/** The checkout of one payment in its current status, with what can still happen to it. */
export function checkoutPage(texts: Texts, language: Language, checkout: Checkout): string {
  const { payment, isWrong, hasList } = checkout;
  const view = viewIn(texts, language);
  const { say } = view;
  const { merchant, status } = payment;
  const total = showMoney(language, payment.amount_minor, payment.currency);
  const isOpen = status === "open";
  return document(
    view,
    say("title", { merchant }),
    h(
      "dl",
      null,
      h("dt", null, say("order")),
      h("dd", null, payment.description),
      h("dt", null, say("total")),
      h("dd", { className: "total" }, total),
    ),
    isWrong ? h("p", { role: "alert" }, say("invalid")) : null,
    isOpen ? openForm(payment, view, total) : h("p", { className: "state" }, say(`state.${status}`)),
    status === "pending" ? pendingForm(payment, view) : null,
    isOpen ? null : h("p", null, h("a", { href: payment.return_url }, say("back", { merchant }))),
    ...(isOpen ? [] : aftermathForms(view, checkout)),
    hasList ? h("p", null, h("a", { href: "/sandbox" }, say("list.title"))) : null,
  );
}

/** The page of a URL without a payment. */
export function unknownPage(texts: Texts, language: Language): string {
  const view = viewIn(texts, language);
  const home = h("p", null, h("a", { href: "/" }, view.say("home")));
  return document(view, view.say("unknown_title"), h("p", null, view.say("unknown")), home);
}

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
  const amount = showMoney(language, payment.amount_minor, payment.currency);
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
