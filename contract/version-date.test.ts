import { expect, test } from "vitest";
import { versionDate } from "./version-date.ts";

test("R9.05 the terms are dated 1 December 2023, or the day the company was added if that is later", () => {
  expect(versionDate("2019-04-01T08:00:00Z")).toBe("2023-12-01T12:00:00Z");
  expect(versionDate("2023-12-01T12:00:00Z")).toBe("2023-12-01T12:00:00Z");
  expect(versionDate("2023-12-01T12:00:00.001Z")).toBe("2023-12-01T12:00:00.001Z");
  expect(versionDate("2026-11-01T12:00:00Z")).toBe("2026-11-01T12:00:00Z");
  expect(versionDate("2026-11-01T12:00:00Z", "2026-11-20T18:00:00Z")).toBe("2026-11-20T18:00:00Z");
  expect(versionDate("2026-11-01T12:00:00Z", "2023-11-20T18:00:00Z")).toBe("2026-11-01T12:00:00Z");
});
