import { expect, test } from "vitest";
import { setSpendingLimit } from "#contract/spending.ts";
import { parseMinorUnits } from "./minor-units.ts";

test("quality: a monthly limit may be typed in several forms; any other text is refused, and never removes the limit", () => {
  expect(["", " ", "20", "19,95", "19.95", "0"].map(parseMinorUnits)).toEqual([null, null, 2000, 1995, 1995, 0]);
  for (const typed of ["abc", "1 000", "€ 20", "1.000,00"]) {
    expect(setSpendingLimit.body.safeParse({ limit: parseMinorUnits(typed) }).success).toBe(false);
  }
});
