import { expect, test } from "vitest";
import type { Preferences } from "#contract/match-finder.ts";
import { agesShown, answerIn, preferencesIn } from "./answers.ts";

const own = { interests: [], explicit_consent: false } satisfies Parameters<typeof answerIn>[2];
const nothing: Preferences = {
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

test("D4.4 each question's form says what is saved, of others in the preferences, of oneself in the profile", () => {
  expect(answerIn(form([["seeks", "both"]]), "who", own)).toEqual({ preferences: { seeks: "both" } });
  expect(answerIn(form([["distance", "20000"]]), "distance", own)).toEqual({
    preferences: { prefers_distance: 20_000 },
  });
  const goals = form([
    ["goals", "fun"],
    ["goals", "dates"],
    ["goals", "money"],
  ]);
  expect(answerIn(goals, "goals", own)).toEqual({ preferences: { goals: ["dates", "fun"] } });
  expect(answerIn(form([]), "body_types", own)).toEqual({ preferences: { prefers_body_types: [] } });
  expect(answerIn(form([["body_type", "slim"]]), "own_body", own)).toEqual({ profile: { body_type: "slim" } });
  expect(answerIn(form([["body_type", ""]]), "own_body", own)).toEqual({ profile: { body_type: null } });
});

test("D4.4 the slider's upper end is everybody older too", () => {
  const ages = (from: string, to: string) =>
    preferencesIn(
      form([
        ["min_age", from],
        ["max_age", to],
      ]),
      ["age"],
    );
  expect(ages("30", "45")).toEqual({ prefers_min_age: 30, prefers_max_age: 45 });
  expect(ages("30", "99")).toEqual({ prefers_min_age: 30, prefers_max_age: 120 });
});

test("D4.4 what was not answered is not sent, so that it stays as it was", () => {
  expect(JSON.stringify(preferencesIn(form([]), ["who", "age", "distance"]))).toBe("{}");
  expect(JSON.stringify(preferencesIn(form([["distance", "near"]]), ["distance"]))).toBe("{}");
});

test("D11.5 explicit interests, which are not asked here, stay with consent, and can't be sent without", () => {
  const said = { interests: ["sex", "wine"] as "wine"[], explicit_consent: true };
  const ticked = form([["interests", "tea"]]);
  expect(answerIn(ticked, "interests", said).profile).toEqual({ interests: ["sex", "tea"] });
  expect(answerIn(ticked, "interests", { ...said, explicit_consent: false }).profile).toEqual({ interests: ["tea"] });
});

test("D4.4 the slider begins with what was said, else with some years around one's own age", () => {
  expect(agesShown(nothing, 40, 18)).toEqual([35, 45]);
  expect(agesShown(nothing, 19, 18)).toEqual([18, 24]);
  expect(agesShown(nothing, 110, 18)).toEqual([99, 99]);
  expect(agesShown({ ...nothing, prefers_min_age: 18, prefers_max_age: 120 }, 40, 21)).toEqual([21, 99]);
  expect(agesShown({ ...nothing, prefers_min_age: 60 }, 40, 18)).toEqual([60, 60]);
});
