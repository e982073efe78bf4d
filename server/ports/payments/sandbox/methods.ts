import type { Market } from "#server/ports/payments/port.ts";

// countries with the euro: a SEPA direct debit needs an account there
const euroCountries = "AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK".split(" ");

/** The payment methods of a market, the most common one first; iDEAL is Dutch, a SEPA direct debit is in euros. */
export function sandboxMethods({ country, currency }: Market): readonly string[] {
  const everywhere = ["card", "paypal"];
  if (currency !== "EUR") return everywhere;
  if (country === "NL") return ["ideal", ...everywhere, "sepa"];
  return euroCountries.includes(country) ? [...everywhere, "sepa"] : everywhere;
}
