import { expect, test } from "vitest";
import { toActivity } from "./activity.ts";

test.each([
  [true, "2026-11-01", { when: "online" }],
  [false, "2026-11-20", { when: "today" }],
  [false, "2026-11-21", { when: "today" }],
  [false, "2026-11-19", { when: "yesterday" }],
  [false, "2026-11-18", { when: "days", count: 2 }],
  [false, "2026-11-14", { when: "days", count: 6 }],
  [false, "2026-11-13", { when: "weeks", count: 1 }],
  [false, "2026-10-20", { when: "weeks", count: 4 }],
  [false, "2026-10-19", { when: "long_ago" }],
  [false, null, null],
] as const)("online %s, last active on %s", (online, lastActive, expected) => {
  expect(toActivity(online, lastActive, "2026-11-20")).toEqual(expected);
});
