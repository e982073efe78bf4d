import { createElement as h, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Language } from "#contract/constants.ts";
import type { Texts } from "#server/texts.ts";
import { sandboxMethods } from "./methods.ts";
import type { SandboxPayment } from "./store.ts";

/** A text of the catalog `sandbox` in the page's language. */
type Say = (key: string, params?: Record<string, string>) => string;

const sayIn =
  (texts: Texts, language: Language): Say =>
  (key, params) =>
    texts.t(language, `sandbox:${key}`, params);

// hundredths, as ISO 4217 has for every currency that is in use here; English is British (R9.11)
function money(language: Language, minor: number, currency: string): string {
  const locale = language === "en" ? "en-GB" : language;
  return new Intl.NumberFormat(locale, { style: "currency", currency }).format(minor / 100);
}

function document(language: Language, say: Say, title: string, ...content: ReactNode[]): string {
  const head = h(
    "head",
    null,
    h("meta", { charSet: "utf-8" }),
    h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    h("meta", { name: "color-scheme", content: "light dark" }),
    h("title", null, `${title} – ${say("banner")}`),
    h("link", { rel: "stylesheet", href: "/sandbox/sandbox.css" }),
  );
  const body = h(
    "body",
    null,
    h("header", null, h("strong", null, say("banner")), h("p", null, say("explanation"))),
    h("main", null, h("h1", null, title), ...content),
  );
  return `<!doctype html>${renderToStaticMarkup(h("html", { lang: language }, head, body))}`;
}

function button(say: Say, outcome: string, look: string, text?: string): ReactNode {
  return h("button", { type: "submit", name: "outcome", value: outcome, className: look }, text ?? say(outcome));
}

function methodChoice(payment: SandboxPayment, say: Say): ReactNode {
  const methods = sandboxMethods(payment);
  const chosen = payment.method ?? methods[0];
  const choice = (method: string) =>
    h(
      "label",
      { key: method },
      h("input", { type: "radio", name: "method", value: method, defaultChecked: method === chosen }),
      say(`methods.${method}`),
    );
  return h("fieldset", null, h("legend", null, say("method")), methods.map(choice));
}

function openForm(payment: SandboxPayment, say: Say, total: string): ReactNode {
  return h(
    "form",
    { method: "post" },
    methodChoice(payment, say),
    button(say, "pay", "pay", say("pay", { amount: total })),
    button(say, "cancel", "plain"),
    h("h2", null, say("other_outcomes")),
    button(say, "pending", "plain"),
    h("p", null, say("pending_hint")),
    button(say, "fail", "plain"),
  );
}

function laterForm(say: Say): ReactNode {
  return h("form", { method: "post" }, button(say, "complete", "pay"), button(say, "fail", "plain"));
}

/** The checkout of one payment in its current status; `wrong`: the last submission was invalid. */
export function checkoutPage(texts: Texts, language: Language, payment: SandboxPayment, wrong = false): string {
  const say = sayIn(texts, language);
  const { merchant, status } = payment;
  const total = money(language, payment.amount_minor, payment.currency);
  const back = h("p", null, h("a", { href: payment.return_url }, say("back", { merchant })));
  return document(
    language,
    say,
    say("title", { merchant }),
    h(
      "dl",
      null,
      h("dt", null, say("order")),
      h("dd", null, payment.description),
      h("dt", null, say("total")),
      h("dd", { className: "total" }, total),
    ),
    wrong ? h("p", { role: "alert" }, say("invalid")) : null,
    status === "open" ? openForm(payment, say, total) : h("p", { className: "state" }, say(`state.${status}`)),
    status === "pending" ? laterForm(say) : null,
    status === "open" ? null : back,
  );
}

/** For a URL without a payment. */
export function unknownPage(texts: Texts, language: Language): string {
  const say = sayIn(texts, language);
  const home = h("p", null, h("a", { href: "/" }, say("home")));
  return document(language, say, say("unknown_title"), h("p", null, say("unknown")), home);
}
