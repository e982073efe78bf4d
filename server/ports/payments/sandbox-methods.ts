// countries with the euro: a SEPA direct debit needs an account there
const euroCountries = "AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK".split(" ");

/** The payment methods of a country, the most common one first; iDEAL is Dutch. */
export function sandboxMethods(country: string): readonly string[] {
  const everywhere = ["card", "paypal"];
  if (country === "NL") return ["ideal", ...everywhere, "sepa"];
  return euroCountries.includes(country) ? [...everywhere, "sepa"] : everywhere;
}
