import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { type PaymentProvider, PaymentRefused, ProviderFailure } from "./port.ts";
import { createProviders, forEachProvider } from "./providers.ts";

const provider = (name: string, methods: readonly string[]): PaymentProvider => {
  const unused = () => Promise.reject(new Error(`${name} is not asked here`));
  return {
    name,
    methods: ({ currency }) => (currency === "EUR" ? methods : []),
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
afterEach(() => vi.restoreAllMocks());

test("R13.03 a payment belongs to the provider that it was made at, and to none if that is gone", () => {
  expect(providers.for({ provider: "genesis" })?.name).toBe("genesis");
  expect(providers.for({ provider: "former" })).toBeUndefined();
  expect(() => createProviders(first, provider("mollie", []))).toThrow("same name");
});

test("R13.03 a new order goes to the first provider that offers its method", () => {
  expect(providers.methods(market)).toEqual(["card", "paypal", "sepa"]);
  const routed = ["card", "paypal", "sepa", "ideal", null].map(
    (method) => providers.route({ ...market, method })?.name,
  );
  expect(routed).toEqual(["mollie", "mollie", "genesis", undefined, "mollie"]);
  expect(providers.route({ country: "SE", currency: "SEK", routes: [], method: null })).toBeUndefined();
});

test("R13.03 a site's routes lead orders by country, currency and method, the first that fits", () => {
  const routes = ["genesis countries:DE+AT methods:card", "mollie", "genesis currencies:EUR methods:sepa"];
  const asked = { country: "DE", currency: "EUR", routes };
  expect(providers.methods(asked)).toEqual(["card", "paypal", "sepa"]);
  const routed = (country: string, method: string | null) => providers.route({ ...asked, country, method })?.name;
  expect([routed("DE", "card"), routed("NL", "card"), routed("DE", "sepa")]).toEqual(["genesis", "mollie", "genesis"]);
  // at the provider's page a buyer could choose what the first route does not list
  expect(routed("DE", null)).toBe("mollie");
  expect(providers.route({ ...asked, routes: ["sandbox", "genesis countries:NL"], method: "card" })).toBeUndefined();
});

/** What happens to a question to a provider; the time is that of the health. */
const world = () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const all = createProviders(first, second);
  return {
    route: (method: string | null, routes: string[] = []) => all.route({ ...market, routes, method })?.name,
    later: (ms: number) => {
      now += ms;
    },
    fail: async (asked: PaymentProvider, error: Error) => {
      await expect(all.observe(asked, () => Promise.reject(error))).rejects.toBe(error);
    },
    answer: (asked: PaymentProvider) => all.observe(asked, async () => "checkout"),
  };
};

test("R13.03 a provider that is down is passed over for new orders, for half a minute, if another offers the method", async () => {
  const { route, later, fail, answer } = world();
  const timeout = new Error("The operation was aborted due to timeout");
  await fail(first, timeout);
  await fail(first, new ProviderFailure("Mollie answered POST /payments with 503", true));
  expect(route("card")).toBe("mollie");
  await fail(first, timeout);
  expect([route("card"), route("paypal"), route(null)]).toEqual(["genesis", "mollie", "genesis"]);
  later(30_000);
  expect(route("card")).toBe("mollie");
  // one more failure is enough while the others are recent
  await fail(first, timeout);
  expect(route("card")).toBe("genesis");
  await answer(first);
  expect(route("card")).toBe("mollie");
  for (const _ of [1, 2]) await fail(first, timeout);
  later(60_000);
  await fail(first, timeout);
  expect(route("card")).toBe("mollie");
});

test("R13.03 a refusal, or an error of one order, is an answer: the provider is up", async () => {
  const { route, fail } = world();
  for (const _ of [1, 2, 3, 4]) {
    await fail(first, new PaymentRefused("the stored method is not valid any more"));
    await fail(first, new ProviderFailure("Mollie answered POST /payments with 422", false));
  }
  expect(route("card")).toBe("mollie");
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
    if (isDown) {
      for (const _ of [1, 2, 3]) await all.observe(own[0], () => Promise.reject(new Error("timeout"))).catch(() => {});
    }
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
    expect(all.route({ ...asked, currency: "EUR", routes })?.name).toBe(expected);
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
