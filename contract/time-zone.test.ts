import { expect, test } from "vitest";
import { timeZoneOr } from "./time-zone.ts";

test("an invalid time zone is replaced by the fallback", () => {
  expect(timeZoneOr("Europe/Helsinki", "UTC")).toBe("Europe/Helsinki");
  for (const bad of [undefined, "", "Mars/Olympus", "../etc", "x".repeat(100)]) {
    expect(timeZoneOr(bad, "UTC")).toBe("UTC");
  }
});
