import { expect, test } from "vitest";
import { findNextTickMs, formatCountdown, mayHaveBonus, toTimeBonus, type WelcomeAnswer } from "./bonus.ts";

const answer = (expires: string | null, now = "2026-11-20T18:00:00Z") =>
  ({ discountcode: { percentage: 25, expires }, now }) as WelcomeAnswer;

test("R4.14 the bonus ends by the server's clock, whatever time the browser has", () => {
  expect(toTimeBonus(answer("2026-11-20T22:00:00Z"), 5_000)).toEqual({
    percentage: 25,
    expires: "2026-11-20T22:00:00Z",
    left: 14_400_000,
    endsAt: 14_405_000,
  });
});

test("R4.14 a bonus that is over, or has no end, is no bonus", () => {
  expect(toTimeBonus(answer("2026-11-20T18:00:00Z"), 0)).toBeNull();
  expect(toTimeBonus(answer(null), 0)).toBeNull();
});

test("R4.14 the countdown shows hours, minutes and seconds", () => {
  expect([14_400_000, 14_399_999, 14_399_000, 3_599_000, 61_000, 1, 0, -5].map(formatCountdown)).toEqual([
    "4:00:00",
    "4:00:00",
    "3:59:59",
    "0:59:59",
    "0:01:01",
    "0:00:01",
    "0:00:00",
    "0:00:00",
  ]);
});

test("R4.14 each tick comes when the next second begins, so that none is skipped or shown twice", () => {
  for (const left of [14_400_000, 14_399_999, 3_600_500, 1_001, 1_000, 1]) {
    const next = findNextTickMs(left);
    expect(next).toBeGreaterThan(0);
    expect(formatCountdown(left - next + 1)).toBe(formatCountdown(left));
    expect(formatCountdown(left - next)).not.toBe(formatCountdown(left));
  }
  expect(findNextTickMs(0)).toBe(1000);
});

test("R4.14 the page requests no bonus for members who have paid, or signed up long ago", () => {
  const now = Date.parse("2026-11-20T18:00:00Z");
  const anna = { paid_user: false, signup_date: "2026-11-20T17:00:00Z" };
  expect(mayHaveBonus(anna, now)).toBe(true);
  expect(mayHaveBonus({ ...anna, paid_user: true }, now)).toBe(false);
  expect(mayHaveBonus({ ...anna, signup_date: "2026-11-10T17:00:00Z" }, now)).toBe(false);
  // a clock that is hours behind or ahead
  expect(mayHaveBonus({ ...anna, signup_date: "2026-11-20T23:00:00Z" }, now)).toBe(true);
  expect(mayHaveBonus({ ...anna, signup_date: "2026-11-20T02:00:00Z" }, now)).toBe(true);
});
