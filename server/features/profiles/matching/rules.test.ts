import fc from "fast-check";
import { expect, test } from "vitest";
import { comparedFacts, spokenLanguages } from "#contract/facts.ts";
import { goals } from "#contract/match-reasons.ts";
import { interests } from "#contract/profiles.ts";
import * as rules from "./rules.ts";
import { anySide, type PlainSide, packSide, plainSide } from "./test-side.ts";

const now = new Date("2026-11-20T18:00:00Z");
const woman = (overrides: Partial<PlainSide> = {}) => plainSide(overrides);
const man = (overrides: Partial<PlainSide> = {}) =>
  plainSide({ gender: "male", seeks_men: false, seeks_women: true, ...overrides });
const ofPacked =
  <Result>(compare: (one: rules.MatchSide, other: rules.MatchSide, at: Date) => Result) =>
  (one: PlainSide, other: PlainSide, at: Date) =>
    compare(packSide(one), packSide(other), at);
const matchScore = ofPacked(rules.matchScore);
const matchPercentage = ofPacked(rules.matchPercentage);
const matchReasons = ofPacked((one, other, at) => rules.matchReasons(one, other, at, comparedFacts));
const percentage = (one: Partial<PlainSide>, other: Partial<PlainSide>) => matchPercentage(woman(one), man(other), now);
/** A place this many kilometres north of Berlin's square. */
const north = (kilometres: number) => ({ latitude: 52.5 + kilometres / 111.195 });

test("D4.4 a percentage is a whole number from 0 to 100, for any two members", () => {
  fc.assert(
    fc.property(anySide, anySide, (one, other) => {
      const percentage = matchPercentage(one, other, now);
      expect(Number.isInteger(percentage)).toBe(true);
      expect(percentage).toBeGreaterThanOrEqual(0);
      expect(percentage).toBeLessThanOrEqual(100);
    }),
    { numRuns: 1000 },
  );
});

test("D4.4 both see the same percentage of each other", () => {
  fc.assert(
    fc.property(anySide, anySide, (one, other) => {
      expect(matchPercentage(one, other, now)).toBe(matchPercentage(other, one, now));
    }),
    { numRuns: 1000 },
  );
});

/** Asserts that the score never falls when `better` changes two sides in their favour. */
function neverLess(better: (one: PlainSide, other: PlainSide, choice: number) => [PlainSide, PlainSide]): void {
  fc.assert(
    fc.property(anySide, anySide, fc.nat(1000), (one, other, choice) => {
      expect(matchScore(...better(one, other, choice), now)).toBeGreaterThanOrEqual(matchScore(one, other, now));
    }),
    { numRuns: 1000 },
  );
}
const adding = (codes: readonly string[], list: readonly string[], choice: number) => [
  ...new Set([...list, codes[choice % codes.length] ?? ""]),
];

test("D4.4 one more shared interest never lowers a percentage", () => {
  neverLess((one, other, choice) => [
    { ...one, interests: adding(interests, one.interests, choice) },
    { ...other, interests: adding(interests, other.interests, choice) },
  ]);
});

test("D4.4 one more goal in common never lowers a percentage", () => {
  neverLess((one, other, choice) => [
    { ...one, goals: adding(goals, one.goals, choice) },
    { ...other, goals: adding(goals, other.goals, choice) },
  ]);
});

test("R11.03 D4.4 one more language in common never lowers a percentage, nor does the same answer to a fact", () => {
  neverLess((one, other, choice) => [
    { ...one, languages: adding(spokenLanguages, one.languages, choice) },
    { ...other, languages: adding(spokenLanguages, other.languages, choice) },
  ]);
  for (const fact of ["children", "wants_children", "smoking", "drinking", "education"] as const) {
    neverLess((one, other) => [one, { ...other, [fact]: one[fact] }]);
  }
});

test("R11.03 the percentage falls with each answer that differs, more the further apart, and names those alike", () => {
  const facts = { children: "none", wants_children: "yes", smoking: "no", drinking: "no", education: "degree" };
  const alike = { ...facts, languages: ["de", "en"] };
  expect(percentage(alike, { ...facts, languages: ["en"] })).toBe(percentage({}, {}) + 5);
  expect(percentage(alike, { ...alike, smoking: "sometimes" })).toBeLessThan(percentage(alike, alike));
  expect(percentage(alike, { ...alike, smoking: "yes", wants_children: "no" })).toBeLessThan(
    percentage(alike, { ...alike, smoking: "sometimes", wants_children: "maybe" }),
  );
  const nowhere = { latitude: null, longitude: null, prefers_min_age: 50 };
  const other = man({ ...nowhere, ...alike, smoking: "yes", drinking: null, languages: ["fr", "de"] });
  expect(matchReasons(woman({ ...nowhere, ...alike }), other, now)).toEqual([
    { code: "facts", facts: ["children", "wants_children", "education", "languages"] },
  ]);
  const hidden = rules.matchReasons(packSide(woman(alike)), packSide(man(alike)), now, ["smoking"]);
  expect(hidden).toContainEqual({ code: "facts", facts: ["smoking"] });
});

test("D4.4 living nearer never lowers a percentage", () => {
  neverLess((one, other, choice) => [
    { ...one, latitude: 50, longitude: 10 },
    { ...other, latitude: 50 + choice / 1e6, longitude: 10 },
  ]);
});

test("D4.4 wanting a wider range of ages, a longer distance or any looks never lowers a percentage", () => {
  neverLess((one, other, choice) => [
    {
      ...one,
      prefers_min_age: 18,
      prefers_max_age: 120,
      prefers_distance: Math.min(20_000, (one.prefers_distance ?? 25) + choice),
      prefers_body_types: [],
    },
    other,
  ]);
});

test("D4.5 a percentage reveals no more of where a member lives than the shown distance", () => {
  fc.assert(
    fc.property(anySide, anySide, fc.nat(24), fc.nat(24), (one, other, here, there) => {
      const side = { ...one, latitude: 52.5, longitude: 13.4 };
      const at = (kilometres: number) => matchScore(side, { ...other, ...north(kilometres), longitude: 13.4 }, now);
      // between 25 and 50 kilometres all scores are equal, to the last digit
      expect(at(25.5 + here)).toBe(at(25.5 + there));
    }),
  );
});

test("D4.4 wishes fulfilled: 100 % for ages, distance, goals, looks, facts and 20 shared interests", () => {
  const said = { prefers_min_age: 30, prefers_max_age: 40, prefers_distance: 10, goals: ["dates"] };
  const facts = { children: "none", wants_children: "no", smoking: "no", drinking: "no", education: "degree" };
  const slim = { body_type: "slim", prefers_body_types: ["slim"] };
  const looks = { ...facts, languages: ["de"], ...slim, interests: interests.slice(0, 20) as string[] };
  expect(percentage({ ...said, ...looks }, { ...said, ...looks })).toBe(100);
  expect(percentage({ ...said, ...looks }, { ...said, ...looks, interests: interests.slice(15, 25) as string[] })).toBe(
    97,
  );
});

test("D4.4 without any answers it is high for neighbours of similar age, but never 100", () => {
  expect(percentage({}, {})).toBe(76);
  expect(percentage({}, { date_of_birth: "1985-05-17" })).toBe(76);
  // ten years: half of the age's 0.25
  expect(percentage({}, { date_of_birth: "1980-05-17" })).toBe(63);
  // a step of 50 kilometres, with the default wish of 25: half of the distance's 0.20
  expect(percentage({}, north(40))).toBe(66);
  expect(percentage({}, north(300))).toBe(56);
});

test("D4.4 a question that only one of the two answered counts as little for them as one that neither did", () => {
  expect(percentage({ interests: ["tea"] }, {})).toBe(76);
  expect(percentage({ goals: ["fun"] }, {})).toBe(76);
  expect(percentage({ prefers_body_types: ["slim"] }, {})).toBe(73);
});

test("D4.4 a member without a town counts as 75 kilometres away within a country, and as far away beyond it", () => {
  const nowhere = { latitude: null, longitude: null };
  expect(percentage(nowhere, {})).toBe(62);
  expect(percentage(nowhere, { country: "NL" })).toBe(56);
  expect(percentage({ ...nowhere, prefers_distance: 20_000 }, { prefers_distance: 20_000, country: "NL" })).toBe(76);
});

test("D4.4 D4.1 it is 0 if either does not look for the other's gender", () => {
  expect(percentage({ seeks_men: false, seeks_women: true }, {})).toBe(0);
  expect(matchReasons(woman({ seeks_men: false, seeks_women: true }), man(), now)).toEqual([]);
});

test("D4.4 a low score in one direction is not outweighed by a high one in the other", () => {
  const picky = { prefers_min_age: 25, prefers_max_age: 30, goals: ["relationship"], prefers_body_types: ["slim"] };
  const eager = { date_of_birth: "1960-05-17", goals: ["fun"], body_type: "large", prefers_min_age: 18 };
  expect(percentage({ ...picky, date_of_birth: "1998-05-17" }, { ...eager, prefers_max_age: 99 })).toBe(48);
});

test("D4.4 D4.2 the reasons: shared interests as a number, the distance as a step, common goals, ages", () => {
  const said = { prefers_min_age: 30, prefers_max_age: 40, goals: ["fun", "dates"] };
  const viewer = woman({ ...said, interests: ["sex", "tea", "wine"], prefers_distance: 25 });
  const member = man({ ...said, goals: ["dates", "relationship", "fun"], interests: ["wine", "sex"], ...north(8) });
  expect(matchReasons(viewer, member, now)).toEqual([
    { code: "shared_interests", count: 2 },
    { code: "distance", kilometres: 10 },
    { code: "goals", goals: ["dates", "fun"] },
    { code: "ages_wanted" },
  ]);
});

test("D4.4 only facts that speak for the two are reasons", () => {
  expect(matchReasons(woman(), man(), now)).toEqual([{ code: "distance", kilometres: 0 }, { code: "ages_close" }]);
  const far = man({ ...north(40), date_of_birth: "1970-05-17", interests: ["tea"], goals: ["fun"] });
  expect(matchReasons(woman({ interests: ["wine"], goals: ["dates"] }), far, now)).toEqual([]);
  const younger = woman({ prefers_min_age: 20, prefers_max_age: 60, date_of_birth: "2000-05-17" });
  // he asked for a woman older than she is
  expect(matchReasons(younger, man({ prefers_min_age: 30, ...north(300) }), now)).toEqual([]);
  expect(matchReasons(younger, man({ prefers_min_age: 30, date_of_birth: "1996-05-17", ...north(300) }), now)).toEqual(
    [],
  );
  const older = woman({ prefers_max_age: 40, date_of_birth: "1995-05-17" });
  expect(matchReasons(older, man({ prefers_min_age: 30, date_of_birth: "1980-05-17", ...north(300) }), now)).toEqual(
    [],
  );
  expect(matchReasons(older, man({ prefers_max_age: 40, ...north(300) }), now)).toEqual([{ code: "ages_wanted" }]);
});

test("D4.4 five years are close, unless both said which ages they want; without a town no distance is a reason", () => {
  const nowhere = { latitude: null, longitude: null };
  expect(matchReasons(woman(nowhere), man({ date_of_birth: "1985-05-17" }), now)).toEqual([{ code: "ages_close" }]);
  expect(matchReasons(woman(nowhere), man({ date_of_birth: "1984-05-17" }), now)).toEqual([]);
  expect(matchReasons(woman({ ...nowhere, prefers_max_age: 30 }), man(), now)).toEqual([{ code: "ages_close" }]);
  expect(matchReasons(woman({ prefers_distance: 10 }), man({ ...north(8), date_of_birth: "1970-05-17" }), now)).toEqual(
    [{ code: "distance", kilometres: 10 }],
  );
});
