import { expect, test } from "vitest";
import { readRoute } from "./payment-routes.ts";

test("R13.03 a route names a provider, and what only goes there", () => {
  expect(readRoute("mollie")).toEqual({ provider: "mollie" });
  expect(readRoute("genesis countries:DE+AT currencies:EUR methods:card+przelewy24")).toEqual({
    ...{ provider: "genesis", countries: ["DE", "AT"], currencies: ["EUR"], methods: ["card", "przelewy24"] },
  });
});

test.each([
  "",
  "ccbill",
  "Mollie",
  "mollie ",
  "mollie  methods:card",
  "mollie methods:",
  "mollie methods:card:sepa",
  "mollie methods:card methods:sepa",
  "mollie countries:de",
  "mollie currencies:EURO",
  "mollie constructor:card",
])("R13.03 %j is no route", (text) => {
  expect(readRoute(text)).toBeUndefined();
});
