import { expect, test } from "vitest";
import { isFound } from "./setting-value.ts";

const setting = {
  name: "staff_credits",
  label: "Crédits par jour",
  description: "How many credits one team member may give.",
  saved: undefined,
};

test.for([
  ["", true],
  ["credits", true],
  ["CREDITS  jour", true],
  ["staff_c", true],
  ["credits nowhere", false],
] as const)("D2.2 the search for %s finds a setting by its name, key and description: %s", ([words, found]) => {
  expect(isFound(setting, { words, changedOnly: false })).toBe(found);
});

test("D2.2 only those with a value of their own are found, also with words", () => {
  expect(isFound(setting, { words: "", changedOnly: true })).toBe(false);
  expect(isFound({ ...setting, saved: 50 }, { words: "credits", changedOnly: true })).toBe(true);
  expect(isFound({ ...setting, saved: 50 }, { words: "photo", changedOnly: true })).toBe(false);
});
