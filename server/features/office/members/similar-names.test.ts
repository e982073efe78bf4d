import { expect, test } from "vitest";
import { isSimilarName, nameDistance } from "./similar-names.ts";

test.each([
  ["whitfeld", "james whitfield", 1],
  ["whitfiled", "james whitfield", 1],
  ["jameswhitfeld", "james whitfield", 1],
  ["danielkren", "daniel kern", 1],
  ["anna", "anna", 0],
  ["whitfeld", "ann", 8],
])("the distance of %s to %s is %d", (text, name, distance) => {
  expect(nameDistance(text, name)).toBe(distance);
});

test("one letter of a short text may be wrong, two of a longer one", () => {
  expect(isSimilarName("marko", "marco b")).toBe(true);
  expect(isSimilarName("merko", "marco b")).toBe(false);
  expect(isSimilarName("witfeld", "whitfield")).toBe(true);
  expect(isSimilarName("witfelt", "whitfield")).toBe(false);
});
