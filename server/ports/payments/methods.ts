import { storableMethods } from "#contract/payments.ts";
import type { BuyerMarket, PaymentProvider } from "./port.ts";

// countries with the euro: a SEPA direct debit needs an account there
const euroCountries = "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK".split(" ");

/** The local payment methods of a country, offered before cards, and only in the country's own currency. */
const local: Readonly<Record<string, { currency: string; methods: readonly string[] }>> = {
  AT: { currency: "EUR", methods: ["eps"] },
  BE: { currency: "EUR", methods: ["bancontact"] },
  NL: { currency: "EUR", methods: ["ideal"] },
  PL: { currency: "PLN", methods: ["blik", "przelewy24"] },
};

/** The payment methods of a market, the most common one first. */
export function methodsOf({ country, currency }: BuyerMarket): readonly string[] {
  const own = local[country]?.currency === currency ? local[country].methods : [];
  // Polish buyers use their banks instead of PayPal
  const everywhere = country === "PL" && own.length > 0 ? ["card"] : ["card", "paypal"];
  const hasSepa = currency === "EUR" && euroCountries.includes(country);
  return [...own, ...everywhere, ...(hasSepa ? ["sepa"] : [])];
}

/** Whether a provider can store the method for later orders. */
export function canStoreMethod(method: string | undefined | null): boolean {
  return storableMethods.some((each) => each === method);
}

export function cardLabel(lastDigits: string): string {
  return `•••• ${lastDigits}`;
}

/** Installations without an SMS gateway use it: no code could confirm a debit. */
export function withoutDirectDebit(provider: PaymentProvider): PaymentProvider {
  return { ...provider, methods: (market) => provider.methods(market).filter((method) => method !== "sepa") };
}
