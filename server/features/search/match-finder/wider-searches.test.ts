import { expect, test } from "vitest";
import { anywhere } from "#contract/match-finder.ts";
import { queryOf, widerSearches } from "./wider-searches.ts";

const said = { prefers_min_age: 30, prefers_max_age: 40, prefers_distance: 25, latitude: 52.5 };

test("D4.4 each wish is widened step by step while the other stays", () => {
  const [ages = [], further = []] = widerSearches(said).alone;
  expect(ages.map(({ prefers_min_age, prefers_max_age }) => [prefers_min_age, prefers_max_age])).toEqual([
    [25, 45],
    [20, 50],
    [18, 120],
  ]);
  expect(ages.every(({ prefers_distance }) => prefers_distance === 25)).toBe(true);
  expect(further.map(({ prefers_distance }) => prefers_distance)).toEqual([50, 100, anywhere]);
  expect(further.every(({ prefers_min_age }) => prefers_min_age === 30)).toBe(true);
  expect(widerSearches(said).together).toMatchObject({
    wish: "both",
    prefers_max_age: 120,
    prefers_distance: anywhere,
  });
});

test("D4.4 a wish that was never given, or can't be measured, is not widened", () => {
  const none = { prefers_min_age: null, prefers_max_age: null, prefers_distance: null };
  expect(widerSearches({ ...said, ...none })).toEqual({ alone: [[], []], together: null });
  expect(widerSearches({ ...said, latitude: null }).alone[1]).toEqual([]);
  expect(widerSearches({ ...said, prefers_distance: anywhere }).alone[1]).toEqual([]);
  const [ages = []] = widerSearches({ ...said, prefers_max_age: null }).alone;
  expect(ages.map(({ prefers_min_age, prefers_max_age }) => [prefers_min_age, prefers_max_age])).toEqual([
    [25, null],
    [20, null],
    [18, null],
  ]);
  expect(widerSearches({ ...said, prefers_min_age: null }).alone[0]).toHaveLength(3);
  // only one of the two can be widened: there is no search with both
  expect(widerSearches({ ...said, prefers_distance: null }).together).toBeNull();
  expect(widerSearches({ ...none, prefers_distance: 25, latitude: 52.5 }).together).toBeNull();
});

test("D4.4 anywhere sets no distance, so that members without a town are found too", () => {
  const { together } = widerSearches(said);
  expect(together && queryOf(said, together)).toEqual({ min_age: 18, max_age: 120, distance: undefined });
});

test("D4.4 a wider search measures the wished distance, unless the member has no town", () => {
  const [, [fifty] = []] = widerSearches(said).alone;
  expect(fifty && queryOf(said, fifty)).toEqual({ min_age: 30, max_age: 40, distance: 50 });
  expect(fifty && queryOf({ latitude: null }, fifty).distance).toBeUndefined();
  expect(fifty && queryOf(said, { ...fifty, prefers_distance: null }).distance).toBeUndefined();
});
