import { createElement as h, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Language } from "#contract/constants.ts";
import { localeOf, moneyStyle } from "#contract/languages.ts";
import { decimalsOf } from "#server/ports/payments/currency.ts";
import type { Texts } from "#server/texts.ts";

/** A text of the catalog `sandbox` in the page's language. */
export type Say = (key: string, params?: Record<string, string>) => string;

export type View = { language: Language; say: Say; methodName(method: string): string };

export function viewIn(texts: Texts, language: Language): View {
  return {
    language,
    say: (key, params) => texts.t(language, `sandbox:${key}`, params),
    methodName: (method) => texts.t(language, `payments:methods.${method}`),
  };
}

export function showMoney(language: Language, minor: number, currency: string): string {
  const digits = decimalsOf(currency);
  const format = { ...moneyStyle(currency), minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(localeOf(language), format).format(minor / 10 ** digits);
}

export function time(language: Language, at: Date): string {
  const format = { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(localeOf(language), format).format(at);
}

export function document({ language, say }: View, title: string, ...content: ReactNode[]): string {
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

/** A form of the checkout; every button in it sends its outcome there. */
export function form(reference: string, ...content: ReactNode[]): ReactNode {
  return h("form", { method: "post", action: `/sandbox/checkout/${reference}` }, ...content);
}

export function button(outcome: string, text: string, look: "pay" | "plain" = "plain"): ReactNode {
  return h("button", { type: "submit", name: "outcome", value: outcome, className: look }, text);
}
