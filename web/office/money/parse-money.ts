import { minorDigits } from "#web/lib/format.ts";

/** The minor units of an amount that was typed, such as `4.50` or `4,5`; undefined: it is none. */
export function parseMoney(typed: string, currency: string): number | undefined {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  const digits = minorDigits[currency] ?? maximumFractionDigits;
  const [, whole = "", part = ""] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(typed.replace(/\s/g, "")) ?? [];
  if (whole === "" || part.length > digits) return undefined;
  return Number(whole + part.padEnd(digits, "0"));
}
