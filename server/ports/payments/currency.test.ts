import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toDecimal, toMinor } from "./currency.ts";

describe("D7.1 an amount", () => {
  test.each([
    [4795, "EUR", "47.95"],
    [5, "EUR", "0.05"],
    [100, "PLN", "1.00"],
    [399_000, "HUF", "3990.00"],
    [1990, "ISK", "1990"],
    [7, "JPY", "7"],
    [12_345, "KWD", "12.345"],
  ])("of %d minor units of %s is %s, and back", (minor, currency, decimal) => {
    expect(toDecimal(minor, currency)).toBe(decimal);
    expect(toMinor(decimal, currency)).toBe(minor);
  });

  test("is the same after both ways", () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom("EUR", "HUF", "ISK", "JPY", "SEK", "KWD"), (minor, currency) => {
        expect(toMinor(toDecimal(minor, currency), currency)).toBe(minor);
      }),
    );
  });

  test.each(["47.9", "47", "47.950", "47.95x", "-1.00", "1e2", "", ".50", "1,00"])(
    "of %j EUR is refused",
    (decimal) => {
      expect(() => toMinor(decimal, "EUR")).toThrow("decimals");
      expect(() => toMinor(`${decimal} yen`, "JPY")).toThrow("decimals");
    },
  );

  test.each([-1, 0.5, Number.NaN])("of %d minor units is refused", (minor) => {
    expect(() => toDecimal(minor, "EUR")).toThrow("minor units");
  });
});
