import { expect, test } from "vitest";
import type { PaymentProvider } from "./port.ts";
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

const [first, second] = [provider("first", ["card", "paypal"]), provider("second", ["card", "sepa"])];
const providers = createProviders(first, second);
const market = { country: "DE", currency: "EUR" };

test("R13.03 a payment belongs to the provider that it was made at, and to none if that is gone", () => {
  expect(providers.for({ provider: "second" })?.name).toBe("second");
  expect(providers.for({ provider: "former" })).toBeUndefined();
  expect(() => createProviders(first, provider("first", []))).toThrow("same name");
});

test("R13.03 a new order goes to the first provider that offers its method", () => {
  expect(providers.methods(market)).toEqual(["card", "paypal", "sepa"]);
  const routed = ["card", "paypal", "sepa", "ideal", null].map(
    (method) => providers.route({ ...market, method })?.name,
  );
  expect(routed).toEqual(["first", "first", "second", undefined, "first"]);
  expect(providers.route({ country: "SE", currency: "SEK", method: null })).toBeUndefined();
});

test("R13.03 a job asks the other providers although one fails, and fails then", async () => {
  const asked: string[] = [];
  const running = forEachProvider(providers, async ({ name }) => {
    asked.push(name);
    if (name === "first") throw new Error("away");
  });
  await expect(running).rejects.toThrow("away");
  expect(asked).toEqual(["first", "second"]);
});
