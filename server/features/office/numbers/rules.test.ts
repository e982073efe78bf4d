import { expect, test } from "vitest";
import { retentionOf, signupWeeks, startOf, stepsBetween } from "./rules.ts";

const now = new Date("2026-11-22T23:30:00Z");

test("a step begins on Monday, or on the first of the month", () => {
  expect(startOf("2026-11-22", "day")).toBe("2026-11-22");
  expect(startOf("2026-11-22", "week")).toBe("2026-11-16");
  expect(startOf("2026-11-16", "week")).toBe("2026-11-16");
  expect(startOf("2026-11-22", "month")).toBe("2026-11-01");
});

test("a period has every step up to today, the first one whole, also across a year and a leap day", () => {
  expect(stepsBetween("2026-11-16", "2026-11-18", "day")).toEqual(["2026-11-16", "2026-11-17", "2026-11-18"]);
  expect(stepsBetween("2026-10-26", "2026-11-22", "week")).toEqual([
    "2026-10-26",
    "2026-11-02",
    "2026-11-09",
    "2026-11-16",
  ]);
  expect(stepsBetween("2028-02-24", "2028-03-01", "day")).toContain("2028-02-29");
  expect(stepsBetween("2025-11-24", "2026-11-22", "month")).toHaveLength(13);
  expect(stepsBetween("2025-11-02", "2026-01-31", "month")).toEqual(["2025-11-01", "2025-12-01", "2026-01-01"]);
});

test("retention shows of a week only what all its members have behind them", () => {
  const weeks = signupWeeks(now);
  expect([weeks.length, weeks[0], weeks.at(-1)]).toEqual([12, "2026-08-24", "2026-11-09"]);
  const rows = [
    { week: "2026-10-26", weeks: 0, members: 5 },
    { week: "2026-10-26", weeks: 1, members: 3 },
    { week: "2026-10-26", weeks: 3, members: 2 },
    { week: "2026-11-02", weeks: 2, members: 7 },
  ];
  const found = retentionOf(rows, now).find(({ week }) => week === "2026-10-26");
  expect(found).toEqual({ week: "2026-10-26", members: 10, kept: [5, 2] });
  expect(retentionOf([], now).at(-1)).toEqual({ week: "2026-11-09", members: 0, kept: [] });
});
