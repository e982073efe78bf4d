import fc from "fast-check";
import { expect, test } from "vitest";
import type { PaymentProvider } from "./port.ts";
import { createProviders, forEachProvider } from "./providers.ts";

const provider = (name: string, methods: readonly string[]): PaymentProvider => {
  const unused = () => Promise.reject(new Error(`${name} is not asked here`));
  return {
    name,
    methods: ({ currency }) => (currency === "EUR" ? methods : []),
    cardWallets: unused,
    createCustomer: unused,
    createCheckout: unused,
    fetchPayment: unused,
    cancel: unused,
    refund: unused,
    revokeMethod: unused,
    listPayments: unused,
    listChargebacks: unused,
    listSettlements: unused,
    fetchSettlement: unused,
    readWebhook: () => null,
  };
};

const [first, second] = [provider("mollie", ["card", "paypal"]), provider("genesis", ["card", "sepa"])];
const providers = createProviders(first, second);
const market = { country: "DE", currency: "EUR", routes: [] };
const up: ReadonlySet<string> = new Set();

test("R13.03 a payment belongs to the provider that it was made at, and to none if that is gone", () => {
  expect(providers.for({ provider: "genesis" })?.name).toBe("genesis");
  expect(providers.for({ provider: "former" })).toBeUndefined();
  expect(() => createProviders(first, provider("mollie", []))).toThrow("same name");
});

test("R13.03 a new order goes to the first provider that offers its method", () => {
  expect(providers.methods(market)).toEqual(["card", "paypal", "sepa"]);
  const routed = ["card", "paypal", "sepa", "ideal", null].map(
    (method) => providers.route({ ...market, method }, up)?.name,
  );
  expect(routed).toEqual(["mollie", "mollie", "genesis", undefined, "mollie"]);
  expect(providers.route({ country: "SE", currency: "SEK", routes: [], method: null }, up)).toBeUndefined();
});

test("R13.03 a site's routes lead orders by country, currency and method, the first that fits", () => {
  const routes = ["genesis countries:DE+AT methods:card", "mollie", "genesis currencies:EUR methods:sepa"];
  const asked = { country: "DE", currency: "EUR", routes };
  expect(providers.methods(asked)).toEqual(["card", "paypal", "sepa"]);
  const routed = (country: string, method: string | null) => providers.route({ ...asked, country, method }, up)?.name;
  expect([routed("DE", "card"), routed("NL", "card"), routed("DE", "sepa")]).toEqual(["genesis", "mollie", "genesis"]);
  // at the provider's page a buyer could choose what the first route does not list
  expect(routed("DE", null)).toBe("mollie");
  expect(
    providers.route({ ...asked, routes: ["sandbox", "genesis countries:NL"], method: "card" }, up),
  ).toBeUndefined();
});

test("R13.03 in any world an order goes where its route leads and its method is offered, down or not", async () => {
  const names = fc.constantFrom("mollie", "genesis", "sandbox");
  const limitOf = (name: string, values: string[]) =>
    fc
      .option(fc.subarray(values, { minLength: 1 }), { nil: undefined })
      .map((list) => (list ? ` ${name}:${list.join("+")}` : ""));
  const [methods, countries] = [
    ["card", "paypal", "sepa"],
    ["DE", "NL"],
  ];
  const anyRoute = fc
    .tuple(names, limitOf("countries", countries), limitOf("methods", methods))
    .map((parts) => parts.join(""));
  const offered = fc.record({ mollie: fc.subarray(methods), genesis: fc.subarray(methods) });
  const purchase = fc.record({ country: fc.constantFrom(...countries), method: fc.constantFrom(...methods) });
  const property = async (
    offers: { mollie: string[]; genesis: string[] },
    routes: string[],
    asked: { country: string; method: string },
    isDown: boolean,
  ) => {
    const own = [provider("mollie", offers.mollie), provider("genesis", offers.genesis)] as const;
    const all = createProviders(...own);
    const down = new Set(isDown ? ["mollie"] : []);
    const used = routes.length > 0 ? routes : ["mollie", "genesis"];
    const fitting = used.filter((text) => {
      const name = text.split(" ")[0] ?? "";
      const limit = (key: string) => new RegExp(`${key}:([^ ]*)`).exec(text)?.[1]?.split("+");
      return (
        (offers[name as "mollie"] ?? []).includes(asked.method) &&
        (limit("countries")?.includes(asked.country) ?? true) &&
        (limit("methods")?.includes(asked.method) ?? true)
      );
    });
    const fits = fitting.map((text) => text.split(" ")[0]);
    const expected = (isDown ? fits.find((name) => name !== "mollie") : undefined) ?? fits[0];
    expect(all.route({ ...asked, currency: "EUR", routes }, down)?.name).toBe(expected);
    expect(all.methods({ country: asked.country, currency: "EUR", routes }).includes(asked.method)).toBe(
      fits.length > 0,
    );
  };
  await fc.assert(fc.asyncProperty(offered, fc.array(anyRoute, { maxLength: 4 }), purchase, fc.boolean(), property));
});

test("R13.03 a job asks the other providers although one fails, and fails then", async () => {
  const asked: string[] = [];
  const running = forEachProvider(providers, async ({ name }) => {
    asked.push(name);
    if (name === "mollie") throw new Error("away");
  });
  await expect(running).rejects.toThrow("away");
  expect(asked).toEqual(["mollie", "genesis"]);
});
