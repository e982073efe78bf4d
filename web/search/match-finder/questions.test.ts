import { expect, test } from "vitest";
import {
  bestPath,
  composeAddress,
  composeNextAddress,
  composePreviousAddress,
  findFirstUnanswered,
  listQuestions,
  questions,
} from "./questions.ts";

const everything = ["interests", "body_type", "hair_color"];

test("D4.4 there are at most eight questions, and each links to the next and the previous one", () => {
  const asked = listQuestions(everything);
  expect(asked).toEqual(questions);
  expect(asked.length).toBeLessThanOrEqual(8);
  expect(composePreviousAddress(asked, "who")).toBeNull();
  expect(composeNextAddress(asked, "who")).toBe(composeAddress("age"));
  expect(composePreviousAddress(asked, "age")).toBe(composeAddress("who"));
  expect(composeNextAddress(asked, "own_body")).toBe(bestPath);
});

test("D2.4 questions about profile fields that the site hides are skipped", () => {
  const asked = listQuestions(["interests"]);
  expect(asked).toEqual(["who", "age", "distance", "goals", "interests"]);
  expect(composeNextAddress(asked, "interests")).toBe(bestPath);
  expect(listQuestions([])).toEqual(["who", "age", "distance", "goals"]);
});

test("D4.4 the match finder goes on at the first question without an answer", () => {
  const preferences = {
    prefers_min_age: null,
    prefers_max_age: null,
    prefers_distance: null,
    goals: [],
    prefers_body_types: [],
  };
  const own = { interests: [], body_type: null };
  // the signup has asked for the gender that they look for
  expect(findFirstUnanswered(questions, { preferences, own })).toBe("age");
  const answered = { ...preferences, prefers_max_age: 40, prefers_distance: 50 };
  expect(findFirstUnanswered(questions, { preferences: answered, own })).toBe("goals");
  expect(findFirstUnanswered(["who", "age", "distance"], { preferences: answered, own })).toBeUndefined();
});
