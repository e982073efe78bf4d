import { expect, test } from "vitest";
import type { Preferences } from "#contract/match-finder.ts";
import { findShownAges, readAnswer, readPreferences } from "./answers.ts";

const own = { interests: [], explicit_consent: false } satisfies Parameters<typeof readAnswer>[2];
const unanswered: Preferences = {
  seeks: "male",
  prefers_min_age: null,
  prefers_max_age: null,
  prefers_distance: null,
  goals: [],
  prefers_body_types: [],
  answered: false,
};

function form(entries: readonly (readonly [string, string])[]): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}

test("D4.4 answers about others are saved in the preferences, answers about oneself in the profile", () => {
  expect(readAnswer(form([["seeks", "both"]]), "who", own)).toEqual({ preferences: { seeks: "both" } });
  expect(readAnswer(form([["distance", "20000"]]), "distance", own)).toEqual({
    preferences: { prefers_distance: 20_000 },
  });
  const goals = form([
    ["goals", "fun"],
    ["goals", "dates"],
    ["goals", "money"],
  ]);
  expect(readAnswer(goals, "goals", own)).toEqual({ preferences: { goals: ["dates", "fun"] } });
  expect(readAnswer(form([]), "body_types", own)).toEqual({ preferences: { prefers_body_types: [] } });
  expect(readAnswer(form([["body_type", "slim"]]), "own_body", own)).toEqual({ profile: { body_type: "slim" } });
  expect(readAnswer(form([["body_type", ""]]), "own_body", own)).toEqual({ profile: { body_type: null } });
});

test("D4.4 the slider's upper end includes all older members", () => {
  const ages = (from: string, to: string) =>
    readPreferences(
      form([
        ["min_age", from],
        ["max_age", to],
      ]),
      ["age"],
    );
  expect(ages("30", "45")).toEqual({ prefers_min_age: 30, prefers_max_age: 45 });
  expect(ages("30", "99")).toEqual({ prefers_min_age: 30, prefers_max_age: 120 });
});

test("D4.4 unanswered fields are not sent, so their saved values stay", () => {
  expect(JSON.stringify(readPreferences(form([]), ["who", "age", "distance"]))).toBe("{}");
  expect(JSON.stringify(readPreferences(form([["distance", "near"]]), ["distance"]))).toBe("{}");
});

test("D11.5 explicit interests, which are not asked here, stay with consent and are not sent without it", () => {
  const profile = { interests: ["sex", "wine"] as "wine"[], explicit_consent: true };
  const ticked = form([["interests", "tea"]]);
  expect(readAnswer(ticked, "interests", profile).profile).toEqual({ interests: ["sex", "tea"] });
  expect(readAnswer(ticked, "interests", { ...profile, explicit_consent: false }).profile).toEqual({
    interests: ["tea"],
  });
});

test("D4.4 the slider starts at the saved ages, else some years around the member's own age", () => {
  expect(findShownAges(unanswered, 40, 18)).toEqual([35, 45]);
  expect(findShownAges(unanswered, 19, 18)).toEqual([18, 24]);
  expect(findShownAges(unanswered, 110, 18)).toEqual([99, 99]);
  expect(findShownAges({ ...unanswered, prefers_min_age: 18, prefers_max_age: 120 }, 40, 21)).toEqual([21, 99]);
  expect(findShownAges({ ...unanswered, prefers_min_age: 60 }, 40, 18)).toEqual([60, 60]);
});
