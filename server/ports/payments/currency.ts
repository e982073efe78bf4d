// The currencies without two decimals, by ISO 4217. `Intl` differs from it: it gives HUF no decimals.
const others: Readonly<Record<number, readonly string[]>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" "),
  3: "BHD IQD JOD KWD LYD OMR TND".split(" "),
};
const decimals = new Map(
  Object.entries(others).flatMap(([digits, currencies]) => currencies.map((each) => [each, Number(digits)] as const)),
);

/** How many decimals an amount of a currency has by ISO 4217. */
export function decimalsOf(currency: string): number {
  return decimals.get(currency) ?? 2;
}

/** Minor units as a decimal number: 4795 EUR is `47.95`, 4795 JPY is `4795`. */
export function toDecimal(minor: number, currency: string): string {
  if (!Number.isSafeInteger(minor) || minor < 0) throw new Error("not an amount of minor units");
  const digits = decimalsOf(currency);
  const text = String(minor).padStart(digits + 1, "0");
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The minor units of a decimal number. Throws if it does not have exactly the decimals of its currency. */
export function toMinor(decimal: string, currency: string): number {
  const digits = decimalsOf(currency);
  const [, whole, fraction = ""] = /^(\d{1,12})(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (whole === undefined || fraction.length !== digits) throw new Error(`not an amount of ${digits} decimals`);
  return Number(whole + fraction);
}
