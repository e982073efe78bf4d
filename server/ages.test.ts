import fc from "fast-check";
import { expect, test } from "vitest";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import { ageAt, yearsBefore } from "./ages.ts";

test("D3.1 R3.11 at any moment the latest date of birth for an age is of that age, and the next day a year younger", () => {
  const moment = fc.date({ min: new Date("2026-01-01"), max: new Date("2060-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(moment, fc.integer({ min: 1, max: 99 }), (now, years) => {
      const latest = yearsBefore(now, years);
      const next = dayOf(new Date(Date.parse(latest) + dayMs));
      expect([ageAt(latest, now), ageAt(next, now)]).toEqual([years, years - 1]);
    }),
    {
      numRuns: 1000,
      examples: [
        [new Date("2028-02-29T11:59:59Z"), 18],
        [new Date("2028-02-29T12:00:00Z"), 18],
      ],
    },
  );
});
