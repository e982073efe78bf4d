import type { CardWallet, Language } from "#contract/constants.ts";
import type { ProviderPayment } from "#server/ports/payments/port.ts";
import type { Elements } from "./xml.ts";

/** Our payment methods and the gateway's names for their transactions, the one to order with first. */
const types: Readonly<Record<string, readonly string[]>> = {
  card: ["sale3d", "sale", "apple_pay", "google_pay"],
  paypal: ["pay_pal"],
  ideal: ["ideal"],
  bancontact: ["bcmc"],
  eps: ["eps"],
  przelewy24: ["p24"],
  sepa: ["sdd_sale"],
};

/** Whether the gateway has a transaction for one of our methods. */
export const isOffered = (method: string): boolean => Object.hasOwn(types, method);

/** Our name for a transaction of the gateway; null for one that we do not order. */
export function methodOfType(type: string): string | null {
  return Object.keys(types).find((method) => types[method]?.includes(type)) ?? null;
}

const subtypes: Readonly<Record<string, Elements>> = {
  apple_pay: { payment_subtype: "sale" },
  google_pay: { payment_subtype: "sale" },
  pay_pal: { payment_type: "sale" },
};

/** What the hosted form lets the buyer pay with. */
export function transactionTypes(methods: readonly string[], wallets: readonly CardWallet[]): Elements[] {
  const names = methods.flatMap((method) => [
    ...(types[method]?.slice(0, 1) ?? []),
    ...(method === "card" ? wallets : []),
  ]);
  return names.map((name) => ({ "@name": name, ...subtypes[name] }));
}

/** The form's languages for ours. */
export const formLanguage = (language: Language): string => (language === "nb" ? "no" : language);

/** A form's or a transaction's status in the port's terms. One that is not here is not guessed. */
export const statuses = {
  new: "open",
  user: "open",
  submitted: "pending",
  in_progress: "pending",
  pending: "pending",
  pending_async: "pending",
  pending_hold: "pending",
  pending_review: "pending",
  approved: "completed",
  refunded: "completed",
  voided: "completed",
  chargebacked: "completed",
  chargeback_reversed: "completed",
  chargeback_reversal: "completed",
  represented: "completed",
  representment_reversed: "completed",
  second_chargebacked: "completed",
  pre_arbitrated: "completed",
  declined: "failed",
  error: "failed",
  unsuccessful: "failed",
  timeout: "expired",
  cancelled: "cancelled",
} as const satisfies Record<string, ProviderPayment["status"]>;
export type GenesisStatus = keyof typeof statuses;

/** Statuses of a sale that the bank took back, each with whether it gave the money back to us. */
export const chargedBack: Partial<Record<GenesisStatus, boolean>> = {
  chargebacked: false,
  representment_reversed: false,
  second_chargebacked: false,
  pre_arbitrated: false,
  chargeback_reversed: true,
  chargeback_reversal: true,
  represented: true,
};

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const english = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const codes = new Map<string, string>();
for (const first of letters) {
  for (const second of letters) {
    const name = english.of(first + second)?.toLowerCase();
    if (name !== undefined && !codes.has(name)) codes.set(name, first + second);
  }
}

/** The code of a country that the gateway names in English; null for one that it names in another way. */
export const countryNamed = (name: string | null | undefined): string | null =>
  codes.get(name?.trim().toLowerCase() ?? "") ?? null;
