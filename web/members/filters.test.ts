import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sorts } from "#contract/members.ts";
import { genders } from "#contract/profiles.ts";
import {
  type Filters,
  inUse,
  offeredTo,
  readFilters,
  searchPath,
  waysToWiden,
  without,
  withoutAll,
} from "./filters.ts";

const settings = { search_fields: ["gender", "country", "countryregion", "age", "distance"], min_age: 18 };
const member = offeredTo(true, settings);
const visitor = offeredTo(false, settings);
const read = (search: string, offered = member) => readFilters(new URLSearchParams(search), offered);

describe("R3.11 the filters of a search stand in its address", () => {
  test("R3.11 every filter is read from its address", () => {
    expect(
      read("gender=female&country=BE&countryregion=BE-VOV&min_age=25&max_age=40&distance=50&sort=nearest"),
    ).toEqual({
      gender: "female",
      country: "BE",
      countryregion: "BE-VOV",
      min_age: 25,
      max_age: 40,
      distance: 50,
      sort: "nearest",
    });
  });

  test("R3.11 whatever is written into an address is read back from it", () => {
    const some = fc.record(
      {
        gender: fc.constantFrom(...genders),
        country: fc.constant("DE"),
        min_age: fc.integer({ min: 19, max: 50 }),
        max_age: fc.integer({ min: 50, max: 98 }),
        distance: fc.integer({ min: 1, max: 20_000 }),
        sort: fc.constantFrom(...sorts.slice(1)),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(some, (filters) => {
        expect(read(searchPath(filters).split("?")[1] ?? "")).toEqual(filters);
      }),
    );
  });

  test("R3.11 no address fails: nonsense is left out", () => {
    expect(read("gender=cat&country=belgium&min_age=abc&max_age=1e3&distance=-5&sort=worst")).toEqual({});
    fc.assert(
      fc.property(fc.webQueryParameters(), (search) => {
        expect(read(search)).toBeTypeOf("object");
      }),
    );
  });

  test("a form sent without scripts leaves its empty fields out of the search", () => {
    expect(read("gender=&country=&countryregion=&min_age=18&max_age=99&distance=&sort=active")).toEqual({});
  });

  test("ages in the wrong order change places", () => {
    expect(read("min_age=45&max_age=30")).toEqual({ min_age: 30, max_age: 45 });
  });

  test("a region of another country, or of none, is left out", () => {
    expect(read("country=DE&countryregion=BE-VOV")).toEqual({ country: "DE" });
    expect(read("countryregion=BE-VOV")).toEqual({});
  });

  test("a visitor has no town, so no distance and no nearest", () => {
    expect(read("distance=50&sort=nearest&gender=male", visitor)).toEqual({ gender: "male" });
  });

  test("a filter that the site does not offer is left out", () => {
    const offered = offeredTo(true, { ...settings, search_fields: ["gender"] });
    expect(read("gender=male&country=DE&min_age=30", offered)).toEqual({ gender: "male" });
  });

  test("a search without filters has the plain address", () => {
    expect(searchPath({})).toBe("/members");
    expect(searchPath({ gender: undefined })).toBe("/members");
    expect(searchPath({ gender: "male" }, "abc=")).toBe("/members?gender=male&cursor=abc%3D");
  });
});

describe("filters in use are taken away one by one", () => {
  const all: Filters = { gender: "male", country: "BE", countryregion: "BE-VOV", max_age: 40, sort: "newest" };

  test("both ages are one filter, and the order is none", () => {
    expect(inUse({ ...all, min_age: 30 })).toEqual(["gender", "country", "countryregion", "age"]);
  });

  test("a region goes with its country", () => {
    expect(without(all, "country")).toEqual({ gender: "male", max_age: 40, sort: "newest" });
    expect(without(all, "countryregion")).not.toHaveProperty("countryregion");
  });

  test("clearing them keeps the order", () => {
    expect(withoutAll(all)).toEqual({ sort: "newest" });
  });
});

describe("D4.3 a search that found nobody can be widened", () => {
  test("D4.3 region, then age by five years, then distance", () => {
    const ways = waysToWiden({ country: "BE", countryregion: "BE-VOV", min_age: 30, max_age: 40, distance: 25 });
    expect(ways.map((way) => way.relaxed)).toEqual(["countryregion", "age", "distance", "distance"]);
    expect(ways[0]?.filters).not.toHaveProperty("countryregion");
    expect(ways[1]?.filters).toMatchObject({ min_age: 25, max_age: 45 });
    expect(ways[2]?.filters.distance).toBe(50);
    expect(ways[3]?.filters).not.toHaveProperty("distance");
  });

  test("D4.3 widened ages stop where the slider ends", () => {
    const [way] = waysToWiden({ min_age: 20, max_age: 97 });
    expect(way?.filters).toEqual({});
  });

  test("without a filter there is nothing to widen", () => {
    expect(waysToWiden({ gender: "male", country: "BE", sort: "newest" })).toEqual([]);
  });
});
