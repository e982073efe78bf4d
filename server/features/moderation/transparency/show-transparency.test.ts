import fc from "fast-check";
import { expect, test } from "vitest";
import { smallestPublished } from "#contract/transparency.ts";
import { periodOf, tallyOf, yearsOf } from "./show-transparency.ts";

const counts = fc.uniqueArray(fc.tuple(fc.string(), fc.integer({ min: 0, max: 40 })), {
  selector: ([kind]) => kind,
  maxLength: 12,
});

test("D11.2 no published number, and no difference between two of them, is small enough to point at a person", () => {
  fc.assert(
    fc.property(counts, (list) => {
      const { total, rows, rest } = tallyOf(list.map(([kind, count]) => ({ kind, count })));
      const sum = list.reduce((so, [, count]) => so + count, 0);
      if (sum > 0 && sum < smallestPublished) {
        expect({ total, rows, rest }).toEqual({ total: null, rows: [], rest: 0 });
        return;
      }
      expect(total).toBe(sum);
      for (const { count } of rows) expect(count === 0 || count >= smallestPublished).toBe(true);
      expect(rest === 0 || rest >= smallestPublished).toBe(true);
      expect(rows.reduce((so, { count }) => so + count, rest)).toBe(sum);
    }),
  );
});

test("D11.2 each kind is published with its number, the largest first; the small ones are counted together", () => {
  const tally = tallyOf(
    Object.entries({ spam: 30, fraud: 3, insult: 20, other: 9 }).map(([kind, count]) => ({ kind, count })),
  );
  expect(tally).toEqual({
    total: 62,
    rows: [
      { kind: "spam", count: 30 },
      { kind: "insult", count: 20 },
    ],
    rest: 12,
  });
});

test("D11.2 of the present year only whole months are counted; the years go back to the first event", () => {
  const november = new Date("2026-11-20T18:00:00Z");
  const january = new Date("2027-01-01T00:00:00Z");
  expect(periodOf(2026, november)).toEqual({ from: "2026-01-01", until: "2026-11-01" });
  expect(periodOf(2026, january)).toEqual({ from: "2026-01-01", until: "2027-01-01" });
  expect(periodOf(2025, november)).toEqual({ from: "2025-01-01", until: "2026-01-01" });
  expect(yearsOf(2024, november)).toEqual([2026, 2025, 2024]);
  expect(yearsOf(undefined, november)).toEqual([2026]);
  expect(yearsOf(2027, january)).toEqual([2026]);
});
