import { expect, test } from "vitest";
import { whenToMail, whenToPush } from "./notice-rules.ts";
import { completePreferences } from "./preferences.ts";
import { isSameDay, nextLoudTime, nextQuietTime } from "./quiet-hours.ts";

const at = (time: string) => new Date(time.length === 5 ? `2026-11-20T${time}:00Z` : time);
const gone = at("2026-11-20T09:00:00Z");

test("D9.1 a mail waits two minutes, for five minutes of absence, and an hour after one of its kind", () => {
  const mail = (happened: string, active: string, last: string | null) =>
    whenToMail({
      pace: "soon",
      happenedAt: at(happened),
      lastActiveAt: at(active),
      lastMailAt: last === null ? null : at(last),
    });
  expect(mail("12:00", "10:00", null)).toEqual(at("12:02"));
  expect(mail("12:00", "11:59", null)).toEqual(at("12:04"));
  expect(mail("12:00", "10:00", "11:30")).toEqual(at("12:30"));
  expect(mail("12:00", "10:00", "10:30")).toEqual(at("12:02"));
});

test("D9.1 visits are collected for two hours, and sent once a day on each channel", () => {
  const visit = { pace: "daily", happenedAt: at("12:00"), lastActiveAt: gone } as const;
  const last = at("2026-11-20T10:00:00Z");
  expect(whenToMail({ ...visit, lastMailAt: null })).toEqual(at("14:00"));
  expect(whenToMail({ ...visit, lastMailAt: last })).toEqual(at("2026-11-21T10:00:00Z"));
  const push = (lastPushAt: Date | null) => whenToPush({ ...visit, pushedAt: null, lastPushAt, timeZone: "UTC" });
  expect([push(null), push(last)]).toEqual([at("14:00"), at("2026-11-21T10:00:00Z")]);
});

test("D9.1 a push comes at once to a member who has been away for two minutes, by day only", () => {
  const push = (happened: string, active: Date, pushed: string | null = null, timeZone = "UTC") =>
    whenToPush({
      pace: "soon",
      lastPushAt: null,
      happenedAt: at(happened),
      lastActiveAt: active,
      pushedAt: pushed === null ? null : at(pushed),
      timeZone,
    });
  expect(push("12:00", gone)).toEqual(at("12:00"));
  expect(push("12:00", at("11:59"))).toEqual(at("12:01"));
  expect(push("22:30", gone)).toEqual(at("2026-11-21T08:00:00Z"));
  expect(push("20:30", gone, null, "Europe/Helsinki")).toEqual(at("2026-11-21T06:00:00Z"));
});

test("D9.1 an unread chat is pushed once an hour; after activity the next message is pushed at once", () => {
  const push = (lastActiveAt: Date) =>
    whenToPush({
      pace: "soon",
      lastPushAt: null,
      happenedAt: at("12:10"),
      lastActiveAt,
      pushedAt: at("12:00"),
      timeZone: "UTC",
    });
  expect(push(gone)).toEqual(at("13:00"));
  expect(push(at("12:05"))).toEqual(at("12:10"));
});

test.each([
  ["UTC", "21:59", "21:59"],
  ["UTC", "22:00", "2026-11-21T08:00:00Z"],
  ["UTC", "07:59", "08:00"],
  ["UTC", "08:00", "08:00"],
  ["Asia/Kolkata", "16:29", "16:29"],
  ["Asia/Kolkata", "16:30", "2026-11-21T02:30:00Z"],
  ["America/New_York", "03:00", "13:00"],
  // nights with a clock change
  ["Europe/Berlin", "2026-10-24T21:00:00Z", "2026-10-25T07:00:00Z"],
  ["Europe/Berlin", "2026-03-28T22:00:00Z", "2026-03-29T06:00:00Z"],
])("ux in %s a push of %s may sound at %s", (timeZone, moment, loud) => {
  expect(nextLoudTime(timeZone, at(moment))).toEqual(at(loud));
});

test("ux a push expires at 22:00 so that it does not arrive at night", () => {
  expect(nextQuietTime("UTC", at("12:34"))).toEqual(at("22:00"));
  expect(nextQuietTime("Europe/Berlin", at("12:34"))).toEqual(at("21:00"));
  expect(nextQuietTime("UTC", at("23:00"))).toEqual(at("23:00"));
});

test("D9.1 a day is a day in the member's time zone", () => {
  const [evening, night] = [at("22:30"), at("23:30")];
  expect(isSameDay("UTC", evening, night)).toBe(true);
  expect(isSameDay("Europe/Berlin", evening, night)).toBe(false);
  expect(isSameDay("Europe/Berlin", at("23:01"), at("2026-11-21T22:59:00Z"))).toBe(true);
});

test("D9.1 switches that a member has not set have their defaults", () => {
  const some = completePreferences([{ kind: "visitor", channel: "push", enabled: true }]);
  expect(some.visitor).toEqual({ email: false, push: true });
  expect([some.message, some.digest]).toEqual([
    { email: true, push: true },
    { email: false, push: false },
  ]);
});
