import fc from "fast-check";
import { expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import type { SearchQuery } from "#contract/members.ts";
import { matchPercentage, type ViewerProfile } from "#server/features/profiles/index.ts";
import { matchSide } from "#server/features/profiles/matching/test-side.ts";
import { kilometresBetween } from "#server/features/sites/index.ts";
import { boxAround } from "./map-cells.ts";
import { type Candidate, rankByMatch } from "./rank.ts";
import { toFilter } from "./rules.ts";

const latitude = fc.double({ min: -90, max: 90, noNaN: true });
const longitude = fc.double({ min: -180, max: 180, noNaN: true });

test("R3.11 every point within a distance lies in the box around it, at the poles and the date line too", () => {
  const near = fc.tuple(latitude, longitude, fc.double({ min: -1, max: 1 }), fc.double({ min: -1, max: 1 }));
  fc.assert(
    fc.property(near, fc.integer({ min: 1, max: 20_000 }), ([lat, lon, north, east], distance) => {
      const here = { latitude: lat, longitude: lon };
      const there = {
        latitude: Math.max(-90, Math.min(90, lat + (north * distance) / 100)),
        longitude: ((lon + (east * distance) / 100 + 540) % 360) - 180,
      };
      fc.pre(kilometresBetween(here, there) <= distance);
      const { latitudes, longitudes } = boxAround(here, distance);
      expect(Math.floor(there.latitude * 4)).toBeGreaterThanOrEqual(latitudes.from);
      expect(Math.floor(there.latitude * 4)).toBeLessThanOrEqual(latitudes.to);
      if (!longitudes) return;
      expect(Math.floor(there.longitude * 2)).toBeGreaterThanOrEqual(longitudes.from);
      expect(Math.floor(there.longitude * 2)).toBeLessThanOrEqual(longitudes.to);
    }),
  );
});

test("R3.11 D3.1 on 29 February an age counts members whose birthday has come, and none born on 1 March", () => {
  const noon = new Date("2028-02-29T12:00:00Z");
  const filter = toFilter({ min_age: 18, max_age: 29 }, 1, null, noon);
  expect(filter).toMatchObject({ bornBy: "2010-02-28", bornAfter: "1998-02-28" });
  expect(toFilter({ min_age: 20 }, 1, null, noon).bornBy).toBe("2008-02-29");
});

test("R3.11 a box is no larger than necessary", () => {
  expect(boxAround({ latitude: 52.5, longitude: 13.4 }, 25)).toEqual({
    latitudes: { from: 209, to: 210 },
    longitudes: { from: 26, to: 27 },
  });
});

const now = new Date("2026-11-20T18:00:00Z");
const newcomer = matchSide({ date_of_birth: "1994-05-17" });
const candidate = (overrides: Partial<Candidate> = {}): Candidate => ({
  ...matchSide({ gender: "male", seeks_men: false, seeks_women: true, date_of_birth: "1994-05-17" }),
  member_id: "other",
  last_active_at: now,
  fictional: false,
  automatic: false,
  ...overrides,
});
const ago = (days: number) => ({ last_active_at: new Date(now.getTime() - days * dayMs) });

test("D3.7 D4.4 matches rank by the percentages shown, then by last activity", () => {
  const { match_wishes } = matchSide({ goals: ["dates"] });
  const older = candidate({ member_id: "older", date_of_birth: "1974-05-17" });
  const away = candidate({ member_id: "away", ...ago(20) });
  const here = candidate({ member_id: "here" });
  const best = candidate({ member_id: "best", match_wishes, ...ago(60) });
  const me = { ...newcomer, match_wishes };
  const ranked = rankByMatch(me, [older, away, here, best], now);
  expect(ranked.map(({ member_id }) => member_id)).toEqual(["best", "here", "away", "older"]);
  const percentages = ranked.map((other) => matchPercentage(me, other, now));
  expect(percentages).toEqual(percentages.toSorted((a, b) => b - a));
});

const searcher: ViewerProfile = {
  ...matchSide({ country: "PL" }),
  ...{ member_id: "me", site_id: 1, name: "Anna", premium: false, invisible: false },
  ...{ hides_fictional: false, leaves_out: false },
  ...{ prefers_min_age: null, prefers_max_age: null, prefers_distance: null },
};

test("D4.1 D11.1 a visitor searches everyone; a member searches those who fit both ways, around their town", () => {
  expect(toFilter({ distance: 50, sort: "nearest" }, 1, null, now, "DE")).toEqual({
    ...{ siteId: 1, viewerId: undefined, leavesOut: false, genders: ["male", "female"], lookingFor: null },
    ...{ country: undefined, region: undefined, bornAfter: undefined, bornBy: undefined, interests: [] },
    ...{ height: null, answers: [] },
    ...{ distance: undefined, homePoint: null, homeCountry: "DE", now, lately: new Date("2026-10-21T18:00:00Z") },
    ...{ withoutFictional: false, withoutPrograms: false, withPhoto: false, verified: false, sort: "active" },
  });
  const here = { distance: 50, country: "PL", countryregion: "PL-02" };
  const query: SearchQuery = { ...here, photo: "1", interests: ["art"], sort: "nearest" };
  expect(toFilter(query, 1, searcher, now, "DE")).toMatchObject({
    ...{ viewerId: "me", leavesOut: false, genders: ["male"], lookingFor: "female", distance: 50, country: "PL" },
    ...{ region: "PL-02", homePoint: { latitude: 52.5, longitude: 13.4 }, homeCountry: "PL", interests: ["art"] },
    ...{ withoutFictional: false, withoutPrograms: false, withPhoto: true, sort: "nearest" },
  });
  const ofOther = { ...searcher, seeks_men: false, seeks_women: true, leaves_out: true, hides_fictional: true };
  const other = { genders: ["female"], lookingFor: null, leavesOut: true, withoutFictional: true, sort: "for_you" };
  expect(toFilter({ anyone: "1" }, 1, ofOther, now)).toMatchObject(other);
  expect(toFilter({ gender: "male" }, 1, ofOther, now).genders).toEqual(["male"]);
});

test("D4.3 without a town nothing is nearest, and for a visitor nothing the best match", () => {
  for (const unknown of [{ latitude: null }, { longitude: null }]) {
    const nowhere = toFilter({ distance: 50, sort: "nearest" }, 1, { ...searcher, ...unknown }, now);
    expect(nowhere).toMatchObject({ distance: undefined, homePoint: null, sort: "active" });
  }
  const sortOf = (viewer: ViewerProfile | null) => toFilter({ sort: "best" }, 1, viewer, now).sort;
  expect([sortOf(null), sortOf(searcher), toFilter({}, 1, null, now).sort]).toEqual(["active", "best", "for_you"]);
});

test("D11.1 online is who was active in the last five minutes, new who joined in the last week, and both are people", () => {
  const of = (query: SearchQuery) => toFilter(query, 1, searcher, now);
  const online = { activeAfter: new Date("2026-11-20T17:55:00Z"), withoutFictional: true, withoutPrograms: false };
  expect(of({ online: "1" })).toMatchObject({ ...online, joinedAfter: undefined });
  const joinedAfter = new Date("2026-11-13T18:00:00Z");
  expect(of({ new: "1" })).toMatchObject({ joinedAfter, withoutFictional: true, activeAfter: undefined });
  expect(of({ people: "1" })).toMatchObject({ withoutFictional: true, withoutPrograms: true });
});
