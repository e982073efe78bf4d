import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { factFields } from "#contract/facts.ts";
import { searchInterestsLimit, sorts } from "#contract/members.ts";
import { explicitInterests, genders, interests } from "#contract/profiles.ts";
import { searchFields } from "#contract/sites.ts";
import {
  defaultSort,
  type Filters,
  filtersInUse,
  hasIgnoredPlace,
  hasSearchParams,
  listOffered,
  readFilters,
  searchPath,
  toggleAnswer,
  withKnownRegion,
  withoutFilter,
  withoutFilters,
} from "./filters.ts";

const settings = {
  search_fields: searchFields,
  visible_profile_fields: factFields,
  visible_profile_notes: ["verified"],
  has_fictional: true,
  countries: ["BE", "DE", "NL"],
  min_age: 18,
};
const member = listOffered({ profile: { city_id: 44 } }, settings);
const visitor = listOffered(null, settings);
const read = (search: string, offered = member) => readFilters(new URLSearchParams(search), offered);

describe("R3.11 the address holds the filters of a search", () => {
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
    expect(read("online=1&new=1&photo=1&people=1&interests=wine,art&anyone=1&sort=best")).toEqual({
      online: "1",
      new: "1",
      photo: "1",
      people: "1",
      interests: ["art", "wine"],
      anyone: "1",
      sort: "best",
    });
  });

  test("D4.2 a visitor's search has no explicit interests, no best-match order and no 'anyone' filter", () => {
    const explicit = explicitInterests[0] ?? "sex";
    expect(read(`interests=art,${explicit}&anyone=1&sort=best`, visitor)).toEqual({ interests: ["art"] });
    expect(read(`interests=art,${explicit}`)).toEqual({
      interests: interests.filter((c) => ["art", explicit].includes(c)),
    });
  });

  test("a form sent without scripts names each interest separately, and sends each state of a switch", () => {
    expect(read("interests=wine&interests=art&interests=cats&anyone=1&anyone=0")).toEqual({
      interests: ["art", "wine"],
    });
    expect(read("anyone=1")).toEqual({ anyone: "1" });
  });

  test("R11.03 facts are read from an address, for members and those that profiles show, and are removed one by one", () => {
    const address = "max_height=170&min_height=190&smoking=yes,no&languages=fi&languages=xx&goals=&drinking=never";
    const filters = { min_height: 170, max_height: 190, smoking: ["no", "yes"], languages: ["fi"] } as const;
    expect(read(address)).toEqual(filters);
    expect(read("min_height=140&max_height=210")).toEqual({});
    expect(read(address, visitor)).toEqual({});
    const site = { ...settings, visible_profile_fields: ["languages"] };
    expect(read(address, listOffered({ profile: { city_id: 44 } }, site))).toEqual({ languages: ["fi"] });
    const readBack = read(address);
    expect(searchPath(readBack)).toBe("/members?min_height=170&max_height=190&smoking=no,yes&languages=fi");
    expect(filtersInUse(readBack)).toEqual(["height", "smoking", "languages"]);
    expect(withoutFilter(withoutFilter(readBack, "height"), "smoking")).toEqual({ languages: ["fi"] });
    expect(toggleAnswer({ smoking: ["yes"] }, "smoking", "no")).toEqual({ smoking: ["no", "yes"] });
    expect(toggleAnswer({ smoking: ["yes"] }, "smoking", "yes")).toEqual({ smoking: [] });
  });

  test("interests above the limit are cut, not refused", () => {
    expect(read(`interests=${interests.join(",")}`).interests).toHaveLength(searchInterestsLimit);
  });

  test("R3.11 filters written into an address are read back from it", () => {
    const some = fc.record(
      {
        gender: fc.constantFrom(...genders),
        country: fc.constant("DE"),
        min_age: fc.integer({ min: 19, max: 50 }),
        max_age: fc.integer({ min: 50, max: 98 }),
        distance: fc.integer({ min: 1, max: 20_000 }),
        anyone: fc.constant("1" as const),
        online: fc.constant("1" as const),
        new: fc.constant("1" as const),
        photo: fc.constant("1" as const),
        people: fc.constant("1" as const),
        interests: fc.subarray([...interests], { minLength: 1, maxLength: searchInterestsLimit }),
        sort: fc.constantFrom(...sorts.filter((sort) => sort !== defaultSort)),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(some, (filters) => {
        expect(read(searchPath(filters).split("?")[1] ?? "")).toEqual(filters);
      }),
    );
  });

  test("D4.5 a searcher without a town can't filter or sort by distance", () => {
    const townless = listOffered({ profile: { city_id: null } }, settings);
    for (const offered of [townless, visitor]) {
      expect(read("country=BE&distance=50&sort=nearest", offered)).toEqual({ country: "BE" });
    }
    expect([townless.member, visitor.member]).toEqual([true, false]);
  });

  test("R3.11 no address fails: invalid values are ignored", () => {
    expect(read("gender=cat&country=belgium&min_age=abc&max_age=1e3&distance=-5&sort=worst")).toEqual({});
    fc.assert(
      fc.property(fc.webQueryParameters(), (search) => {
        expect(read(search)).toBeTypeOf("object");
      }),
    );
  });

  test("empty fields of a form sent without scripts are ignored", () => {
    expect(read("gender=&country=&countryregion=&min_age=18&max_age=99&distance=&sort=for_you")).toEqual({});
  });

  test("ages in the wrong order are swapped", () => {
    expect(read("min_age=45&max_age=30")).toEqual({ min_age: 30, max_age: 45 });
  });

  test("a region of another country, or without a country, is ignored", () => {
    expect(read("country=DE&countryregion=BE-VOV")).toEqual({ country: "DE" });
    expect(read("countryregion=BE-VOV")).toEqual({});
  });

  test("R3.11 a country that the site lacks is ignored, and so is a region that its country lacks", () => {
    expect(read("country=XX&countryregion=XX-YY&min_age=30")).toEqual({ min_age: 30 });
    expect(read("country=FR")).toEqual({});
    const leftOut = (search: string) => hasIgnoredPlace(new URLSearchParams(search), read(search), member);
    expect(["country=XX", "country=DE&countryregion=BE-VOV", "country=FR"].map(leftOut)).toEqual([true, true, true]);
    expect(["country=DE", "country=&countryregion=", "min_age=30"].map(leftOut)).toEqual([false, false, false]);
    const filters = read("country=DE&countryregion=DE-ZZ");
    expect(withKnownRegion(filters, [{ code: "DE-BY" }])).toEqual({ country: "DE" });
    expect(withKnownRegion(read("country=DE&countryregion=DE-BY"), [{ code: "DE-BY" }])).toEqual({
      country: "DE",
      countryregion: "DE-BY",
    });
    expect(withKnownRegion(read("min_age=30"), [])).toEqual({ min_age: 30 });
  });

  test("a visitor has no town, so no distance filter and no nearest order", () => {
    expect(read("distance=50&sort=nearest&gender=male", visitor)).toEqual({ gender: "male" });
  });

  test("a filter that the site does not offer is ignored", () => {
    const offered = listOffered({ profile: { city_id: 44 } }, { ...settings, search_fields: ["gender"] });
    expect(read("gender=male&country=DE&min_age=30", offered)).toEqual({ gender: "male" });
  });

  test("a search without filters is marked in its address; an unmarked address gets the last filters", () => {
    expect(searchPath({})).toBe("/members?filters=none");
    expect(searchPath({ gender: undefined, interests: [] })).toBe("/members?filters=none");
    expect(searchPath({ gender: "male" }, "abc=")).toBe("/members?gender=male&cursor=abc%3D");
    expect(searchPath({ interests: ["art", "wine"], online: "1" })).toBe("/members?online=1&interests=art,wine");
    const says = (path: string) => hasSearchParams(new URLSearchParams(path.split("?")[1]));
    expect(["/members?filters=none", "/members?gender=", "/members?cursor=x"].map(says)).toEqual([true, true, true]);
    expect(["/members", "/members?network=x"].map(says)).toEqual([false, false]);
  });
});

describe("filters in use are removed one by one", () => {
  const all: Filters = { gender: "male", country: "BE", countryregion: "BE-VOV", max_age: 40, sort: "newest" };

  test("both ages are one filter, and the order is not a filter", () => {
    expect(filtersInUse({ ...all, min_age: 30 })).toEqual(["gender", "age", "country", "countryregion"]);
  });

  test("removing a country removes its region", () => {
    expect(withoutFilter(all, "country")).toEqual({ gender: "male", max_age: 40, sort: "newest" });
    expect(withoutFilter(all, "countryregion")).not.toHaveProperty("countryregion");
  });

  test("each interest is a separate filter", () => {
    const liked: Filters = { interests: ["art", "wine"], online: "1" };
    expect(filtersInUse(liked)).toEqual(["online", "interest:art", "interest:wine"]);
    expect(withoutFilter(liked, "interest:art")).toEqual({ interests: ["wine"], online: "1" });
    expect(withoutFilter({ interests: ["wine"] }, "interest:wine")).toEqual({});
  });

  test("clearing the filters keeps the order", () => {
    expect(withoutFilters(all)).toEqual({ sort: "newest" });
  });
});
