import { minorDigits } from "#web/lib/format.ts";

function minorDigitsOf(currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return minorDigits[currency] ?? maximumFractionDigits;
}

/** An amount as it is typed, such as `4.50`, for a field that starts with it. */
export function typedMoney(minor: number, currency: string): string {
  const digits = minorDigitsOf(currency);
  return (minor / 10 ** digits).toFixed(digits);
}

/** The minor units of an amount that was typed, such as `4.50` or `4,5`; undefined: it is none. */
export function parseMoney(typed: string, currency: string): number | undefined {
  const digits = minorDigitsOf(currency);
  const [, whole = "", part = ""] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(typed.replace(/\s/g, "")) ?? [];
  if (whole === "" || part.length > digits) return undefined;
  return Number(whole + part.padEnd(digits, "0"));
}
