import fc from "fast-check";
import { expect, test } from "vitest";
import { isBeyond } from "./rules.ts";
import { anySide, type PlainSide, packSide, plainSide } from "./test-side.ts";
import { unmetWishes } from "./unmet-wishes.ts";

const now = new Date("2026-11-20T18:00:00Z");
const both = { only_fitting_write: true, only_verified_write: true };
const neither = { only_fitting_write: false, only_verified_write: false };
const fitting = { only_fitting_write: true, only_verified_write: false };

/** A woman in Berlin who looks for men from 30 to 40 within 25 kilometres, with these overrides. */
const wishes = (overrides: Partial<PlainSide> = {}) => ({
  ...plainSide({ prefers_min_age: 30, prefers_max_age: 40, prefers_distance: 25, ...overrides }),
  ...fitting,
});
/** A man of 36 in Berlin. */
const man = (overrides: Partial<PlainSide> = {}, verified_at: Date | null = null) => ({
  ...plainSide({ gender: "male", seeks_men: false, seeks_women: true, ...overrides }),
  verified_at,
});
/** A place this many kilometres north of Berlin's square. */
const north = (kilometres: number) => ({ latitude: 52.5 + kilometres / 111.195 });

test("R10.05 each wish that a writer does not fulfil is named, and nothing else", () => {
  expect(unmetWishes(wishes(), man(), now)).toEqual([]);
  expect(unmetWishes(wishes(), man({ gender: "female" }), now)).toEqual(["gender"]);
  expect(unmetWishes(wishes(), man({ date_of_birth: "1960-01-01" }), now)).toEqual(["age"]);
  expect(unmetWishes(wishes(), man(north(40)), now)).toEqual(["distance"]);
  // a step of 25 kilometres, just as far as wished
  expect(unmetWishes(wishes(), man(north(20)), now)).toEqual([]);
  expect(isBeyond(packSide(wishes()), packSide(man(north(20))), now)).toBe(false);
  expect(unmetWishes({ ...wishes(), ...both }, man(), now)).toEqual(["verified"]);
  expect(unmetWishes({ ...wishes(), ...both }, man({}, now), now)).toEqual([]);
  const other = man({ gender: "female", date_of_birth: "2000-01-01", ...north(500) });
  expect(unmetWishes({ ...wishes(), ...both }, other, now)).toEqual(["gender", "age", "distance", "verified"]);
  expect(unmetWishes({ ...wishes(), ...neither }, other, now)).toEqual([]);
  expect(unmetWishes({ ...wishes(), ...neither, only_verified_write: true }, other, now)).toEqual(["verified"]);
});

test("R10.05 the ages are those of the day: a birthday changes what counts", () => {
  const born = (date_of_birth: string) => unmetWishes(wishes(), man({ date_of_birth }), now);
  expect(born("1996-11-19")).toEqual([]);
  expect(born("1996-11-21")).toEqual(["age"]);
  expect(born("1985-11-21")).toEqual([]);
  expect(born("1985-11-19")).toEqual(["age"]);
});

test("R10.05 a writer without a town fulfils no distance; a recipient without one asks for none", () => {
  const nowhere = { latitude: null, longitude: null };
  expect(unmetWishes(wishes(), man(nowhere), now)).toEqual(["town"]);
  expect(unmetWishes(wishes({ prefers_distance: null }), man(nowhere), now)).toEqual([]);
  expect(unmetWishes(wishes({ prefers_distance: 20_000 }), man(nowhere), now)).toEqual([]);
  expect(unmetWishes(wishes(nowhere), man(north(400)), now)).toEqual([]);
  expect(unmetWishes(wishes(nowhere), man(nowhere), now)).toEqual([]);
  expect(isBeyond(packSide(wishes(nowhere)), packSide(man()), now)).toBe(false);
});

test("R10.05 preferences that were not stated ask for nothing, also if the consent to the gender looked for is withdrawn", () => {
  const silent = { prefers_min_age: null, prefers_max_age: null, prefers_distance: null };
  const anyone = wishes({ ...silent, seeks_men: false, seeks_women: false });
  fc.assert(
    fc.property(anySide, (writer) => {
      expect(unmetWishes(anyone, { ...writer, verified_at: null }, now)).toEqual([]);
    }),
  );
});

test("R10.05 D4.5 a refusal reveals no more of where the recipient lives than the distance that is shown", () => {
  fc.assert(
    fc.property(anySide, fc.integer({ min: 1, max: 20_000 }), fc.nat(24), fc.nat(24), (one, wanted, here, there) => {
      const recipient = { ...one, ...fitting, latitude: 52.5, longitude: 13.4, prefers_distance: wanted };
      const at = (kilometres: number) => unmetWishes(recipient, man({ ...north(kilometres), longitude: 13.4 }), now);
      // between 25 and 50 kilometres both see the same step
      expect(at(25.5 + here)).toEqual(at(25.5 + there));
    }),
  );
});

test("R10.05 members that the match finder marks as outside the wishes, for age or a known distance, may not write", () => {
  fc.assert(
    fc.property(anySide, anySide, (one, other) => {
      const unmet = unmetWishes({ ...one, ...fitting }, { ...other, verified_at: null }, now);
      const hasDistance = one.latitude !== null && other.latitude !== null;
      if (!hasDistance) return;
      expect(unmet.includes("age") || unmet.includes("distance")).toBe(isBeyond(packSide(one), packSide(other), now));
    }),
    { numRuns: 1000 },
  );
});
