import fc from "fast-check";
import { expect, test } from "vitest";
import { kilometresBetween } from "#server/features/profiles/rules.ts";
import { boxAround, readCursor, writeCursor } from "./rules.ts";

const latitude = fc.double({ min: -90, max: 90, noNaN: true });
const longitude = fc.double({ min: -180, max: 180, noNaN: true });

test("R3.11 whatever lies within a distance lies in the box around it, at the poles and the date line too", () => {
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

test("R3.11 a box is not larger than it has to be", () => {
  expect(boxAround({ latitude: 52.5, longitude: 13.4 }, 25)).toEqual({
    latitudes: { from: 209, to: 210 },
    longitudes: { from: 26, to: 27 },
  });
});

test("D4.3 a cursor comes back as it was written, and one that was tampered with is none", () => {
  const cursor = {
    value: "2026-11-20 18:00:00.123456+00",
    id: "0b0a7781-1d91-4cf1-8f38-ba6a0f6f1d4e",
    total: { count: 10_001, all: false },
  };
  expect(readCursor(writeCursor(cursor), "active")).toEqual(cursor);
  expect(readCursor(writeCursor(cursor), "nearest")).toBeNull();
  expect(readCursor(writeCursor({ ...cursor, total: { count: -5, all: false } }), "active")).toBeNull();
  expect(readCursor("nonsense", "active")).toBeNull();
});
