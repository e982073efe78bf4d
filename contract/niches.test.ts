import { expect, test } from "vitest";
import { searchQuery } from "./members.ts";
import { nicheAnswers, nicheOf, nichePrefixes, nicheSearch, niches } from "./niches.ts";
import { explicitInterests } from "./profiles.ts";

const numbers = [1, 2, 3, 4, 5, 6, 7];

test("R1.13 a niche has the name of its prefix, and one without a prefix selects nothing", () => {
  expect(nichePrefixes).toEqual(["", "she-", "bdsm-", "bbw-", "gilf-", "milf-", "gay-"]);
  expect(numbers.map((number) => `${nicheOf(number)}-`.replace("none-", ""))).toEqual([...nichePrefixes]);
  expect(niches).toHaveLength(numbers.length);
  expect([nicheSearch(1), nicheAnswers(1), nicheOf(99)]).toEqual([{}, {}, "none"]);
});

test("D2.3 each niche has a first search that the search accepts", () => {
  for (const number of numbers) expect(searchQuery.safeParse(nicheSearch(number)).success, nicheOf(number)).toBe(true);
  expect(nicheSearch(5).min_age).toBeGreaterThan(nicheSearch(6).max_age ?? 0);
  const searches = numbers.filter((number) => number !== 1).map((number) => nicheSearch(number));
  for (const search of searches) expect(Object.keys(search)).not.toEqual([]);
});

test("D4.2 an explicit interest is a first search of one niche only, which guests search without", () => {
  const explicit = numbers.filter((number) =>
    (nicheSearch(number).interests ?? []).some((code) => explicitInterests.includes(code)),
  );
  expect(explicit.map(nicheOf)).toEqual(["bdsm"]);
});
