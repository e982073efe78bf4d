import { describe, expect, test } from "vitest";
import { listSingleFilterSearches, listWiderSearches } from "./widen.ts";

describe("D4.3 a search that finds no members can be widened", () => {
  test("D4.3 the region is removed first, then ages widen by five years, then the distance", () => {
    const ways = listWiderSearches({ country: "BE", countryregion: "BE-VOV", min_age: 30, max_age: 40, distance: 25 });
    expect(ways.map((way) => way.relaxed)).toEqual(["countryregion", "age", "age", "distance", "distance"]);
    expect(ways[0]?.filters).not.toHaveProperty("countryregion");
    expect(ways[1]?.filters).toMatchObject({ min_age: 25, max_age: 45 });
    expect(ways[2]?.filters).toEqual({ country: "BE", countryregion: "BE-VOV", distance: 25 });
    expect(ways[3]?.filters.distance).toBe(50);
    expect(ways[4]?.filters).not.toHaveProperty("distance");
  });

  test("D4.3 widened ages stop at the slider's ends", () => {
    expect(listWiderSearches({ min_age: 20, max_age: 97 })).toEqual([{ relaxed: "age", filters: {} }]);
  });

  test("D4.3 ages at the end of the scale, where few members are, can be removed at once", () => {
    const ways = listWiderSearches({ min_age: 95, online: "1" });
    expect(ways[0]?.filters).toEqual({ min_age: 90, online: "1" });
    expect(ways[1]).toEqual({ relaxed: "age", filters: { online: "1" } });
  });

  test("then interests and each flag are removed; `gender` and `anyone` stay", () => {
    const ways = listWiderSearches({ gender: "male", anyone: "1", interests: ["art"], online: "1", photo: "1" });
    expect(ways.map((way) => way.relaxed)).toEqual(["interests", "online", "photo"]);
    expect(ways[0]?.filters).toEqual({ gender: "male", anyone: "1", online: "1", photo: "1" });
    expect(ways[1]?.filters).toEqual({ gender: "male", anyone: "1", interests: ["art"], photo: "1" });
  });

  test("D11.7 `people` is never removed: no program is suggested instead of people", () => {
    expect(listWiderSearches({ people: "1" })).toEqual([]);
    expect(listWiderSearches({ people: "1", online: "1" })).toEqual([{ relaxed: "online", filters: { people: "1" } }]);
    expect(listSingleFilterSearches({ people: "1", online: "1", photo: "1" })).toEqual([
      { alone: "online", filters: { people: "1", online: "1" } },
      { alone: "photo", filters: { people: "1", photo: "1" } },
    ]);
  });

  test("if no single step helps, each filter alone is offered", () => {
    const ways = listSingleFilterSearches({
      gender: "male",
      country: "BE",
      countryregion: "BE-VOV",
      interests: ["art"],
      sort: "newest",
    });
    expect(ways).toEqual([
      { alone: "country", filters: { gender: "male", country: "BE", sort: "newest" } },
      { alone: "countryregion", filters: { gender: "male", country: "BE", countryregion: "BE-VOV", sort: "newest" } },
      { alone: "interest:art", filters: { gender: "male", interests: ["art"], sort: "newest" } },
    ]);
    expect(listSingleFilterSearches({ gender: "male", online: "1" })).toEqual([]);
  });

  test("a search without filters has no wider search", () => {
    expect(listWiderSearches({ gender: "male", country: "BE", sort: "newest" })).toEqual([]);
  });
});
