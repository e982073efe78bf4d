import type { CardWallet, Language } from "#contract/constants.ts";

/** Our payment methods, and Mollie's names for them. */
const names = [
  ["card", "creditcard"],
  ["paypal", "paypal"],
  ["ideal", "ideal"],
  ["bancontact", "bancontact"],
  ["eps", "eps"],
  ["blik", "blik"],
  ["przelewy24", "przelewy24"],
  ["sepa", "directdebit"],
  ["card", "applepay"],
  ["card", "googlepay"],
] as const;

export const mollieWallets: Readonly<Record<CardWallet, string>> = { apple_pay: "applepay", google_pay: "googlepay" };

/**
 * Mollie's name for one of our methods; undefined lets the buyer choose on Mollie's page. Google Pay is on its page for
 * cards. Apple Pay is where a buyer chooses a method, so with that wallet there is a choice of two.
 */
export function mollieMethod(
  method: string | undefined,
  wallets: readonly CardWallet[],
): string | string[] | undefined {
  const name = names.find(([own]) => own === method)?.[1];
  return name === "creditcard" && wallets.includes("apple_pay") ? [name, mollieWallets.apple_pay] : name;
}

/** Our name for a method of Mollie; null for one that we do not offer. */
export function ownMethod(method: string | null | undefined): string | null {
  return names.find(([, theirs]) => theirs === method)?.[0] ?? null;
}

/** Mollie's locales for our languages, the one with the most speakers first. */
const locales: Record<Language, readonly string[]> = {
  da: ["da_DK"],
  de: ["de_DE", "de_AT", "de_CH", "de_LU"],
  en: ["en_GB"],
  es: ["es_ES"],
  fi: ["fi_FI"],
  fr: ["fr_FR", "fr_BE", "fr_LU"],
  it: ["it_IT"],
  nb: ["nb_NO"],
  nl: ["nl_NL", "nl_BE"],
  pl: ["pl_PL"],
  sv: ["sv_SE"],
};

/** The locale of Mollie's page: the buyer's language, as their country writes it. */
export function mollieLocale(language: Language, country: string): string | undefined {
  return locales[language].find((locale) => locale.endsWith(`_${country}`)) ?? locales[language][0];
}
