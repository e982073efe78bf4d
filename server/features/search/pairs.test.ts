import { expect, test } from "vitest";
import { dice } from "#demo/random.ts";
import { coverPairs } from "./test-pairs.ts";

test("a covering array holds each pair of levels, in far fewer rows than all combinations", () => {
  const factors = { a: [1, 2, 3, 4, 5], b: ["x", "y"], c: [undefined, "1"], d: [0, 1, 2], e: [true, false], f: [7, 8] };
  const rows = coverPairs(factors, dice("pairs"));
  for (const [one, ones] of Object.entries(factors)) {
    for (const [other, others] of Object.entries(factors)) {
      if (one === other) continue;
      const held = new Set(rows.map((row) => JSON.stringify([Object(row)[one], Object(row)[other]])));
      expect(held.size).toBe(ones.length * others.length);
    }
  }
  expect(rows.length).toBeLessThan(25);
});
