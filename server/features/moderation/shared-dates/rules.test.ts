import { expect, test } from "vitest";
import { fromLocal, laterAt, stateOf, timesOf, timesProblem, toLocal } from "./rules.ts";

const at = (iso: string) => new Date(iso);

test.each([
  ["Europe/Brussels", "2026-11-21", "19:30", "2026-11-21T18:30:00Z"],
  ["Europe/Brussels", "2026-07-21", "00:15", "2026-07-20T22:15:00Z"],
  ["America/New_York", "2026-11-21", "23:45", "2026-11-22T04:45:00Z"],
  ["Asia/Kolkata", "2026-11-21", "05:00", "2026-11-20T23:30:00Z"],
  // the hour is skipped: the clocks go from two to three
  ["Europe/Brussels", "2027-03-28", "02:30", "2027-03-28T01:30:00Z"],
  ["Europe/Brussels", "2027-03-28", "03:10", "2027-03-28T01:10:00Z"],
  ["Pacific/Kiritimati", "2026-12-31", "12:00", "2026-12-30T22:00:00Z"],
])("R12.03 in %s %s %s is %s", (zone, day, time, moment) => {
  expect(fromLocal(zone, { day, time })).toEqual(at(moment));
});

test("R12.03 a time that comes twice is one of the two, and reads as it was typed", () => {
  const moment = fromLocal("Europe/Brussels", { day: "2026-10-25", time: "02:30" });
  expect(["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"]).toContain(moment.toISOString());
  expect(toLocal("Europe/Brussels", moment)).toEqual({ day: "2026-10-25", time: "02:30" });
});

const times = (time: string, fine_by: string, day = "2026-11-21") =>
  timesOf({ day, time, fine_by, time_zone: "Europe/Brussels" });

test("R12.03 “I’m fine” is due at the first such time after the beginning, and the date ends 24 hours after it", () => {
  expect(times("19:30", "23:00")).toEqual({
    starts: at("2026-11-21T18:30:00Z"),
    remind: at("2026-11-21T22:00:00Z"),
    ends: at("2026-11-22T18:30:00Z"),
  });
  expect(times("19:30", "01:15").remind).toEqual(at("2026-11-22T00:15:00Z"));
  expect(times("19:30", "19:30").remind).toEqual(at("2026-11-22T18:30:00Z"));
  // a day of 25 hours: the reminder stays before the end
  const long = times("01:30", "01:30", "2026-10-25");
  expect(long.remind).toEqual(long.ends);
});

test("R12.03 a date that is over, or lies too far ahead, is refused; an old reminder may stay when the rest changes", () => {
  const date = times("19:30", "23:00");
  expect(timesProblem(date, at("2026-11-20T18:00:00Z"), undefined)).toBeUndefined();
  expect(timesProblem(date, at("2026-11-11T18:30:00Z"), undefined)).toBeUndefined();
  expect(timesProblem(date, at("2026-11-11T18:29:59Z"), undefined)).toEqual({ day: "day_too_late" });
  expect(timesProblem(date, at("2026-11-22T18:30:00Z"), undefined)).toEqual({ day: "time_over" });
  expect(timesProblem(date, at("2026-11-21T22:00:00Z"), undefined)).toEqual({ fine_by: "time_over" });
  expect(timesProblem(date, at("2026-11-21T22:00:00Z"), at("2026-11-21T21:00:00Z"))).toEqual({ fine_by: "time_over" });
  expect(timesProblem(date, at("2026-11-21T22:00:00Z"), date.remind)).toBeUndefined();
});

test("R12.03 a time for “I’m fine” that only the next evening has is refused, unless it stays as it was", () => {
  const [next, date] = [times("19:30", "18:00"), times("09:00", "01:00")];
  const now = at("2026-11-20T18:00:00Z");
  expect(timesProblem(next, now, undefined)).toEqual({ fine_by: "fine_by_too_late" });
  expect(timesProblem(next, now, next.remind)).toBeUndefined();
  expect(timesProblem(date, now, undefined)).toBeUndefined();
  expect(timesProblem(times("09:00", "01:01"), now, undefined)).toEqual({ fine_by: "fine_by_too_late" });
});

test("R12.03 a member is fine once they say so, else overdue from the time of the reminder on", () => {
  const { starts: starts_at, remind: remind_at } = times("19:30", "23:00");
  const silent = { starts_at, remind_at, fine_at: null };
  expect(stateOf(silent, at("2026-11-21T18:29:59Z"))).toBe("planned");
  expect(stateOf(silent, at("2026-11-21T21:59:59Z"))).toBe("early");
  expect(stateOf(silent, at("2026-11-21T22:00:00Z"))).toBe("overdue");
  expect(stateOf({ ...silent, fine_at: at("2026-11-21T21:00:00Z") }, at("2026-11-22T10:00:00Z"))).toBe("fine");
});

test("R12.03 the reminder moves by an hour, from now on if it is over, and never beyond the end", () => {
  const { remind: remind_at, ends: ends_at } = times("19:30", "23:00");
  const silent = { remind_at, ends_at, fine_at: null };
  expect(laterAt(silent, at("2026-11-21T20:00:00Z"))).toEqual(at("2026-11-21T23:00:00Z"));
  expect(laterAt(silent, at("2026-11-22T03:10:20Z"))).toEqual(at("2026-11-22T04:11:00Z"));
  expect(laterAt(silent, at("2026-11-22T17:30:00Z"))).toEqual(at("2026-11-22T18:30:00Z"));
  expect(laterAt(silent, at("2026-11-22T17:30:01Z"))).toBeNull();
});
