import fc from "fast-check";
import { expect, test } from "vitest";
import { newcombe, type Share, verdictOf, wilson, z95, z99 } from "./intervals.ts";

test("D10.2 Wilson's interval is the published one", () => {
  // Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3
  for (const [hits, of, low, high] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const) {
    const interval = wilson({ hits, of }, z95);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  }
  expect(wilson({ hits: 0, of: 0 }, z95)).toEqual({ low: 0, high: 1 });
});

test("D10.2 Newcombe's interval of a difference is the published one", () => {
  // Newcombe 1998, "Interval estimation for the difference", table II, method 10
  for (const [b, a, low, high] of [
    [{ hits: 56, of: 70 }, { hits: 48, of: 80 }, 0.0524, 0.3339],
    [{ hits: 9, of: 10 }, { hits: 3, of: 10 }, 0.1705, 0.809],
    [{ hits: 6, of: 7 }, { hits: 2, of: 7 }, 0.0582, 0.8062],
    [{ hits: 5, of: 56 }, { hits: 0, of: 29 }, -0.0381, 0.1926],
    [{ hits: 0, of: 10 }, { hits: 0, of: 20 }, -0.1611, 0.2775],
    [{ hits: 10, of: 10 }, { hits: 0, of: 20 }, 0.6791, 1],
  ] as const) {
    const interval = newcombe(a, b, z95);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  }
});

const share = fc
  .tuple(fc.nat({ max: 100_000 }), fc.nat({ max: 100_000 }))
  .map(([x, y]): Share => ({ hits: Math.min(x, y), of: Math.max(x, y) }));

test("D10.2 an interval holds its rate, lies within 0 and 1, and is mirrored if the variants are swapped", () => {
  fc.assert(
    fc.property(share, share, (a, b) => {
      const { low, high } = wilson(a, z95);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      if (a.of > 0) expect(low <= a.hits / a.of && a.hits / a.of <= high).toBe(true);
      const [there, back] = [newcombe(a, b, z99), newcombe(b, a, z99)];
      expect(there.low).toBeCloseTo(-back.high, 10);
      expect(there.low).toBeGreaterThanOrEqual(-1 - 1e-9);
      expect(there.high).toBeLessThanOrEqual(1 + 1e-9);
    }),
  );
});

test("D10.2 no variant is called better too early, or because of luck", () => {
  expect(verdictOf({ hits: 0, of: 900 }, { hits: 400, of: 900 })).toBe("too_few_visits");
  expect(verdictOf({ hits: 50, of: 1_000 }, { hits: 60, of: 1_000 })).toBe("undecided");
  expect(verdictOf({ hits: 50, of: 1_000 }, { hits: 100, of: 1_000 })).toBe("b");
  expect(verdictOf({ hits: 100, of: 1_000 }, { hits: 50, of: 1_000 })).toBe("a");
});
