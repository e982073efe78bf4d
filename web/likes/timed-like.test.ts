import { expect, test } from "vitest";
import { readSeconds, withoutSeconds } from "./timed-like.ts";

test.each([
  ["?t=0", 0],
  ["?t=8", 8],
  ["?a=b&t=3600", 3_600],
  ["", null],
  ["?t=", null],
  ["?t=3601", null],
  ["?t=99999", null],
  ["?t=-1", null],
  ["?t=0.5", 0.5],
  ["?t=1.5", 1.5],
  ["?t=.5", null],
  ["?t=1.", null],
  ["?t=3600.1", null],
  ["?t=abc", null],
  ["?t=1e3", null],
  ["?t=%00", null],
  ["?t=٣", null],
  ["?t=8s", null],
  ["?T=8", null],
] as const)("R4.21 %s asks for the like modal after %s seconds", (search, seconds) => {
  expect(readSeconds(search)).toBe(seconds);
});

test("R4.21 only t is removed from the address", () => {
  expect(withoutSeconds("?t=8")).toBe("");
  expect(withoutSeconds("?gender=female&t=8&sort=new")).toBe("?gender=female&sort=new");
});
