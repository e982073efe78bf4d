import { expect, test } from "vitest";
import { parseMoney, typedMoney } from "./parse-money.ts";

test("D7.4 an amount is typed with a comma or a point, in the decimals of its currency, and nothing else is one", () => {
  expect(["4.50", "4,5", " 4 ", "1234,99"].map((typed) => parseMoney(typed, "EUR"))).toEqual([450, 450, 400, 123_499]);
  expect([parseMoney("3990", "HUF"), parseMoney("1200", "JPY")]).toEqual([399_000, 1200]);
  for (const typed of ["", "4.505", "-4", "4,", "1.234,50", "4e3", "x"])
    expect(parseMoney(typed, "EUR"), typed).toBe(undefined);
  expect(parseMoney("1,5", "JPY")).toBe(undefined);
});

test.each([
  [450, "EUR", "4.50"],
  [0, "EUR", "0.00"],
  [1200, "JPY", "1200"],
])(
  "R13.02 a field that starts with %i minor units of %s reads %s, which is parsed to the same",
  (minor, currency, text) => {
    expect(typedMoney(minor, currency)).toBe(text);
    expect(parseMoney(text, currency)).toBe(minor);
  },
);
