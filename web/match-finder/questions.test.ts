import { expect, test } from "vitest";
import { addressAfter, addressBefore, addressOf, bestPath, questions, questionsOf } from "./questions.ts";

const everything = ["interests", "body_type", "hair_color"];

test("D4.4 there are at most eight questions, and each links to the next and the previous one", () => {
  const asked = questionsOf(everything);
  expect(asked).toEqual(questions);
  expect(asked.length).toBeLessThanOrEqual(8);
  expect(addressBefore(asked, "who")).toBeNull();
  expect(addressAfter(asked, "who")).toBe(addressOf("age"));
  expect(addressBefore(asked, "age")).toBe(addressOf("who"));
  expect(addressAfter(asked, "own_body")).toBe(bestPath);
});

test("D2.4 questions about profile fields that the site hides are skipped", () => {
  const asked = questionsOf(["interests"]);
  expect(asked).toEqual(["who", "age", "distance", "goals", "interests"]);
  expect(addressAfter(asked, "interests")).toBe(bestPath);
  expect(questionsOf([])).toEqual(["who", "age", "distance", "goals"]);
});
