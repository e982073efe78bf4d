import fc from "fast-check";
import { goals } from "#contract/match-reasons.ts";
import { bodyTypes, interests } from "#contract/profiles.ts";
import type { MatchSide } from "./rules.ts";

/** By default a woman born in 1990 in Berlin who looks for men, without other answers. */
export const matchSide = (overrides: Partial<MatchSide> = {}): MatchSide => ({
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
  prefers_min_age: null,
  prefers_max_age: null,
  prefers_distance: null,
  prefers_body_types: [],
  ...overrides,
});

const some = <T extends string>(codes: readonly T[]) => fc.subarray([...codes]) as fc.Arbitrary<string[]>;
const age = fc.integer({ min: 18, max: 120 });
const agesWanted = fc.oneof(
  fc.constant({ prefers_min_age: null, prefers_max_age: null }),
  fc.tuple(age, age).map(([a, b]) => ({ prefers_min_age: Math.min(a, b), prefers_max_age: Math.max(a, b) })),
  age.map((min) => ({ prefers_min_age: min, prefers_max_age: null })),
  age.map((max) => ({ prefers_min_age: null, prefers_max_age: max })),
);
const home = fc.oneof(
  fc.constant({ latitude: null, longitude: null }),
  fc.record({
    latitude: fc.double({ min: 47, max: 55, noNaN: true }),
    longitude: fc.double({ min: 6, max: 15, noNaN: true }),
  }),
);
/** Members of all kinds, with any answers given or missing. */
export const anySide: fc.Arbitrary<MatchSide> = fc
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
  )
  .map(([side, ages, place]) => ({ ...side, ...ages, ...place }));
