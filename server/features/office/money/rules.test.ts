import { expect, test } from "vitest";
import { readPeriod } from "./rules.ts";

test("a period is the present month by default, and at most two years", () => {
  const now = new Date("2026-11-20T18:00:00Z");
  expect(readPeriod({}, now)).toEqual({
    first: "2026-11-01",
    last: "2026-11-20",
    from: new Date("2026-11-01T00:00:00Z"),
    until: new Date("2026-11-21T00:00:00Z"),
  });
  expect(readPeriod({ from: "2026-02-28", to: "2026-02-28" }, now).until).toEqual(new Date("2026-03-01T00:00:00Z"));
  expect(() => readPeriod({ from: "2026-02-02", to: "2026-02-01" }, now)).toThrow();
  expect(readPeriod({ from: "2024-11-20" }, now).from).toEqual(new Date("2024-11-20T00:00:00Z"));
  const invalid = expect.objectContaining({ detail: expect.objectContaining({ fields: { from: "invalid" } }) });
  expect(() => readPeriod({ from: "2024-11-19" }, now)).toThrow(invalid);
});
