/** The adapters of `ports/payments`, by their names in a site's routes. */
export const providerNames = ["mollie", "genesis", "sandbox"] as const;

/** A site's way to a provider: only what it lists goes there. */
export type PaymentRoute = {
  provider: (typeof providerNames)[number];
  countries?: readonly string[];
  currencies?: readonly string[];
  methods?: readonly string[];
};

const forms = { countries: /^[A-Z]{2}$/, currencies: /^[A-Z]{3}$/, methods: /^[a-z][a-z\d]{2,20}$/ } as const;
const isLimit = (name: string): name is keyof typeof forms => Object.hasOwn(forms, name);

/** Reads a route as a setting has it: `genesis countries:DE+AT methods:card+sepa`. Undefined if it is none. */
export function readRoute(text: string): PaymentRoute | undefined {
  const [name, ...limits] = text.split(" ");
  const provider = providerNames.find((each) => each === name);
  if (!provider) return undefined;
  const route: PaymentRoute = { provider };
  for (const limit of limits) {
    const [key = "", values = ""] = limit.split(":", 2);
    const listed = values.split("+");
    if (!isLimit(key) || route[key] || limit.split(":").length !== 2) return undefined;
    if (!listed.every((value) => forms[key].test(value))) return undefined;
    route[key] = listed;
  }
  return route;
}

const allows = (list: readonly string[] | undefined, value: string) => list === undefined || list.includes(value);

/** Whether a route leads buyers of a market to its provider. */
export const leadsFrom = (
  route: Omit<PaymentRoute, "provider">,
  { country, currency }: { country: string; currency: string },
): boolean => allows(route.countries, country) && allows(route.currencies, currency);

/** The methods that a route lets through. */
export const throughRoute = (route: Pick<PaymentRoute, "methods">, methods: readonly string[]): string[] =>
  methods.filter((method) => allows(route.methods, method));
