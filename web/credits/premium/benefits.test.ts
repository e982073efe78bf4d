import { expect, test } from "vitest";
import { benefits, getAmounts } from "./benefits.ts";

test("R2.27 R6.05 the overview compares free and premium by the limits that hold", () => {
  expect(benefits.map((benefit) => getAmounts(benefit, { free_photos: 2, premium_photos: "but_main" }))).toEqual([
    [2, "unlimited"],
    [2, "all"],
    [3, 25],
    [2, "main"],
    [false, true],
    [true, true],
  ]);
});
