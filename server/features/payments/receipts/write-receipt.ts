import type { Language } from "#contract/constants.ts";
import type { ReceiptDocument } from "#contract/receipts.ts";
import { countryName, formatDay, formatMoney, formatPercent } from "#server/features/mails/index.ts";
import type { Texts } from "#server/texts.ts";
import type { ReceiptRow } from "./store.ts";

/** A receipt's number in the form that buyers read: `2026-000123`. */
export function formatNumber({ year, number }: { year: number; number: number }): string {
  return `${year}-${String(number).padStart(6, "0")}`;
}

export function parseNumber(text: string): { year: number; number: number } | null {
  const match = /^(\d{4})\s*[-–/ ]\s*(\d{1,9})$/.exec(text.trim());
  return match ? { year: Number(match[1]), number: Number(match[2]) } : null;
}

type Line = { name: string; value: string };

/** Payment methods whose names are translated. For any other method the receipt has the provider's name. */
const namedMethods = ["card", "ideal", "paypal", "sepa"];

/** Writes a receipt or credit note in a language. Its dates are in UTC, like the year in its number. */
export function writeReceipt(texts: Texts, language: Language, row: ReceiptRow): ReceiptDocument {
  const say = (key: string, params = {}) => texts.t(language, `receipts:${key}`, params);
  const money = (minor: number) => formatMoney(language, minor, row.currency);
  const line = (name: string, value: string): Line => ({ name, value });
  const { kind, seller, method } = row;
  const number = formatNumber(row);
  const methodName = method && namedMethods.includes(method) ? texts.t(language, `payments:methods.${method}`) : method;
  const saved = row.list_minor - row.amount_minor;
  return {
    title: say(`${kind}_title`, { number }),
    facts: [
      line(say(`${kind}_number`), number),
      ...(row.corrects
        ? [line(say(kind === "credit_note" ? "corrects" : "replaces"), formatNumber(row.corrects))]
        : []),
      line(say("date"), formatDay(language, row.issued_at)),
      line(say("payment"), row.payment_id),
      ...(methodName ? [line(say("method"), methodName)] : []),
    ],
    seller: {
      title: say("seller"),
      lines: [
        seller.name,
        ...seller.address,
        `${seller.city}, ${countryName(language, seller.country)}`,
        ...(seller.kvk ? [texts.t(language, "mails:company_number", { number: seller.kvk })] : []),
        ...seller.vat_numbers.map((vat) => texts.t(language, "mails:vat_number", { number: vat })),
      ],
    },
    buyer: {
      title: say("buyer"),
      lines: [row.buyer_name, ...(row.buyer_country ? [countryName(language, row.buyer_country)] : [])],
    },
    items: [
      line(say(`${kind}_item`, { count: row.credits, site: seller.site }), money(row.list_minor)),
      ...(saved > 0 ? [line(say("discount"), money(-saved))] : []),
    ],
    totals: [
      line(say("net"), money(row.amount_minor - row.vat_minor)),
      line(say("vat", { percent: formatPercent(language, row.vat_percent) }), money(row.vat_minor)),
      line(say(`${kind}_total`), money(row.amount_minor)),
    ],
  };
}
