import fc from "fast-check";
import { expect, test } from "vitest";
import { hourMs } from "#contract/durations.ts";
import { likesAt, nextMidnight } from "./rules.ts";

const utc = (text: string) => new Date(`${text}:00Z`);

test.for([
  ["UTC", "2026-11-20T18:00", "2026-11-21T00:00"],
  ["Europe/Berlin", "2026-11-20T18:00", "2026-11-20T23:00"],
  ["Europe/Berlin", "2026-11-20T23:00", "2026-11-21T23:00"],
  ["Asia/Kolkata", "2026-11-20T18:00", "2026-11-20T18:30"],
  ["Pacific/Kiritimati", "2026-11-20T18:00", "2026-11-21T10:00"],
  // the clocks go forward: a day of 23 hours; and back: one of 25
  ["Europe/Berlin", "2026-03-28T23:00", "2026-03-29T22:00"],
  ["Europe/Berlin", "2026-10-24T22:00", "2026-10-25T23:00"],
  // clocks that go forward at midnight: the day begins at one; and that go back to 23:00: midnight comes once
  ["Africa/Cairo", "2026-04-23T12:00", "2026-04-23T22:00"],
  ["Africa/Cairo", "2026-10-29T12:00", "2026-10-29T22:00"],
] as const)("R9.01 in %s the day of %s ends at %s", ([zone, now, end]) => {
  expect(nextMidnight(zone, utc(now)).toISOString()).toBe(utc(end).toISOString());
});

const berlin = "Europe/Berlin";

test("R9.01 the spent likes are there again at midnight, not a moment earlier", () => {
  const midnight = utc("2026-11-20T23:00");
  const spent = { spent: 4, renewed_at: midnight };
  const at = (now: Date) => likesAt(spent, now, berlin);
  const before = new Date(midnight.getTime() - 1);
  const next = utc("2026-11-21T23:00");
  const day = (left: number, end: Date, now: Date) => ({
    left,
    per_day: 4,
    renewed_at: end.toISOString(),
    now: now.toISOString(),
  });
  expect(at(before)).toEqual(day(0, midnight, before));
  expect(at(midnight)).toEqual(day(4, next, midnight));
});

test("R9.01 on the days of 23 and 25 hours there are four likes too, until midnight", () => {
  for (const [from, to] of [
    ["2026-03-28T23:00", "2026-03-29T22:00"],
    ["2026-10-24T22:00", "2026-10-25T23:00"],
  ] as const) {
    const fresh = likesAt({ spent: 3, renewed_at: utc(from) }, utc(from), berlin);
    expect(fresh).toMatchObject({ left: 4, per_day: 4, renewed_at: utc(to).toISOString() });
  }
});

const zones = Intl.supportedValuesOf("timeZone");

test("R9.01 a member who names another time zone each time gets no more than four likes in 22 hours", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ zone: fc.constantFrom(...zones), wait: fc.integer({ min: 0, max: 40 * hourMs }) }), {
        minLength: 2,
        maxLength: 20,
      }),
      (steps) => {
        let now = Date.parse("2026-03-20T00:00:00Z");
        let state = { spent: 0, renewed_at: null as Date | null };
        const ends: number[] = [];
        for (const { zone, wait } of steps) {
          now += wait;
          const { renewed_at: end, left } = likesAt(state, new Date(now), zone);
          if (left === 4 && ends.at(-1) !== Date.parse(end)) ends.push(Date.parse(end));
          expect(Date.parse(end)).toBeGreaterThan(now);
          state = { spent: 4, renewed_at: new Date(end) };
        }
        const gaps = ends.slice(1).map((end, index) => end - (ends[index] ?? 0));
        expect(gaps.filter((gap) => gap < 22 * hourMs)).toEqual([]);
      },
    ),
  );
});

test("R9.01 a member who stays in one place gets new likes at each midnight, the whole year round", () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), (zone) => {
      let now = Date.parse("2026-01-01T12:00:00Z");
      let end = nextMidnight(zone, new Date(now));
      for (let day = 0; day < 366; day += 1) {
        now = end.getTime();
        const next = new Date(likesAt({ spent: 4, renewed_at: end }, new Date(now), zone).renewed_at);
        expect([zone, next.toISOString()]).toEqual([zone, nextMidnight(zone, new Date(now)).toISOString()]);
        end = next;
      }
    }),
    { numRuns: 15 },
  );
});
