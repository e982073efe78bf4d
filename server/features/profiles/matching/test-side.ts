import fc from "fast-check";
import type { Selectable } from "kysely";
import { type CodedFact, codedFacts, factCodes, spokenLanguages } from "#contract/facts.ts";
import { goals } from "#contract/match-reasons.ts";
import { bodyTypes, interests } from "#contract/profiles.ts";
import type { Profiles } from "#server/db/tables.ts";
import { maskOf } from "./fact-bits.ts";
import type { MatchSide } from "./rules.ts";

/** A `MatchSide` with lists of codes and the preferences by their names, as the columns of `profiles` are. */
export type PlainSide = Omit<MatchSide, "interest_bits" | "match_wishes" | "fact_bits"> &
  Pick<Selectable<Profiles>, CodedFact | "height" | "languages" | "shows_goals"> &
  Pick<Selectable<Profiles>, "body_type" | "interests" | "goals" | "prefers_body_types"> &
  Pick<Selectable<Profiles>, "prefers_min_age" | "prefers_max_age" | "prefers_distance">;

const bitsOf = (chosen: readonly (string | null)[], codes: readonly string[]) =>
  codes.reduce((bits, code, place) => bits + (chosen.includes(code) ? 2 ** place : 0), 0);

/** Packs a side as the database does. */
export function packSide<Side extends PlainSide>(side: Side): Side & MatchSide {
  const { prefers_min_age, prefers_max_age, prefers_distance } = side;
  const numbers = (prefers_min_age ?? 0) + (prefers_max_age ?? 0) * 2 ** 7 + (prefers_distance ?? 0) * 2 ** 14;
  const looks = bitsOf(side.prefers_body_types, bodyTypes) * 2 ** 29 + bitsOf([side.body_type], bodyTypes) * 2 ** 37;
  const match_wishes = numbers + looks + bitsOf(side.goals, goals) * 2 ** 45;
  const coded = codedFacts.map((fact) => maskOf(fact, [side[fact] ?? []].flat()));
  const fact_bits = [
    ...coded,
    maskOf("languages", side.languages),
    maskOf("goals", side.shows_goals ? side.goals : []),
  ].reduce((bits, mask) => bits + mask, side.height ?? 0);
  return { ...side, interest_bits: bitsOf(side.interests, interests), match_wishes, fact_bits };
}

/** By default a woman born in 1990 in Berlin who looks for men, without other answers. */
export const plainSide = (overrides: Partial<PlainSide> = {}): PlainSide => ({
  gender: "female",
  seeks_men: true,
  seeks_women: false,
  date_of_birth: "1990-05-17",
  country: "DE",
  latitude: 52.5,
  longitude: 13.4,
  body_type: null,
  interests: [],
  goals: [],
  ...{ height: null, children: null, wants_children: null, smoking: null, drinking: null, education: null },
  languages: [],
  shows_goals: false,
  prefers_min_age: null,
  prefers_max_age: null,
  prefers_distance: null,
  prefers_body_types: [],
  ...overrides,
});

/** The same, packed. */
export const matchSide = (overrides: Partial<PlainSide> = {}): MatchSide => packSide(plainSide(overrides));

const some = <T extends string>(codes: readonly T[]) => fc.subarray([...codes]) as fc.Arbitrary<string[]>;
const age = fc.integer({ min: 18, max: 120 });
const agesWanted = fc.oneof(
  fc.constant({ prefers_min_age: null, prefers_max_age: null }),
  fc.tuple(age, age).map(([a, b]) => ({ prefers_min_age: Math.min(a, b), prefers_max_age: Math.max(a, b) })),
  age.map((min) => ({ prefers_min_age: min, prefers_max_age: null })),
  age.map((max) => ({ prefers_min_age: null, prefers_max_age: max })),
);
const facts = fc.record({
  height: fc.option(fc.integer({ min: 120, max: 230 })),
  children: fc.option(fc.constantFrom<string>(...factCodes.children)),
  wants_children: fc.option(fc.constantFrom<string>(...factCodes.wants_children)),
  smoking: fc.option(fc.constantFrom<string>(...factCodes.smoking)),
  drinking: fc.option(fc.constantFrom<string>(...factCodes.drinking)),
  education: fc.option(fc.constantFrom<string>(...factCodes.education)),
  languages: some(spokenLanguages),
  shows_goals: fc.boolean(),
});
const home = fc.oneof(
  fc.constant({ latitude: null, longitude: null }),
  fc.record({
    latitude: fc.double({ min: 47, max: 55, noNaN: true }),
    longitude: fc.double({ min: 6, max: 15, noNaN: true }),
  }),
);
/** Members of all kinds, with any answers given or missing. */
export const anySide: fc.Arbitrary<PlainSide> = fc
  .tuple(
    fc.record({
      gender: fc.constantFrom("male", "female"),
      seeks_men: fc.boolean(),
      seeks_women: fc.boolean(),
      date_of_birth: fc.integer({ min: 1906, max: 2007 }).map((year) => `${year}-11-20`),
      country: fc.constantFrom("DE", "NL"),
      body_type: fc.option(fc.constantFrom<string>(...bodyTypes)),
      interests: some(interests),
      goals: some(goals),
      prefers_distance: fc.option(fc.integer({ min: 1, max: 20_000 })),
      prefers_body_types: some(bodyTypes),
    }),
    agesWanted,
    home,
    facts,
  )
  .map(([side, ages, place, said]) => ({ ...side, ...ages, ...place, ...said }));
