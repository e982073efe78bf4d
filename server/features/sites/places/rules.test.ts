import fc from "fast-check";
import { expect, test } from "vitest";
import { kilometresBetween, type Point, roundDistance, roundPoint, shownDistance, snapToGrid } from "./rules.ts";

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Kilometres by the haversine formula. */
function apart(a: Point, b: Point): number {
  const across = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const up = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2;
  const half = up + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * across;
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(half)));
}

const latitudes = fc.double({ min: -85, max: 85, noNaN: true });
const longitudes = fc.double({ min: -180, max: 180, noNaN: true });
const everywhere = { latitude: fc.double({ min: -90, max: 90, noNaN: true }), longitude: longitudes };

test("D4.5 a place is stored as the middle of its square kilometre, never more than 0.8 km away", () => {
  fc.assert(
    fc.property(latitudes, longitudes, (latitude, longitude) => {
      const snapped = snapToGrid(latitude, longitude);
      expect(apart({ latitude, longitude }, snapped)).toBeLessThan(0.8);
    }),
  );
});

test("D4.5 a snapped point stays where it is, anywhere on earth", () => {
  fc.assert(
    fc.property(fc.record(everywhere), ({ latitude, longitude }) => {
      const once = snapToGrid(latitude, longitude);
      expect(snapToGrid(once.latitude, once.longitude)).toEqual(once);
      expect(Math.abs(once.latitude)).toBeLessThanOrEqual(90);
      expect(Math.abs(once.longitude)).toBeLessThanOrEqual(180);
    }),
  );
});

test.each([0, 52.5, -54.8, 69.6, 78.2, 85])(
  "D4.5 at %d degrees of latitude a cell of the grid is about a kilometre wide, not narrower",
  (latitude) => {
    const kilometre = 1 / (111.195 * Math.cos(radians(latitude)));
    const cells = new Set<number>();
    // a hundred kilometres along the parallel, in steps of ten metres
    for (let step = 0; step < 10_000; step += 1) {
      cells.add(snapToGrid(latitude, 10 + (step / 100) * kilometre).longitude);
    }
    expect(Math.abs(cells.size - 100)).toBeLessThanOrEqual(2);
  },
);

test("D4.5 at the poles there are three cells", () => {
  for (const latitude of [90, -90]) {
    const cells = [-180, -60, 0, 60, 179].map((longitude) => snapToGrid(latitude, longitude).longitude);
    expect(new Set(cells).size).toBe(3);
  }
});

test("D4.5 two neighbours in the same street share one stored place", () => {
  expect(snapToGrid(52.5201, 13.4051)).toEqual(snapToGrid(52.5203, 13.4055));
});

test("D4.5 both longitudes of the date line are one place", () => {
  expect(snapToGrid(-18, 180)).toEqual(snapToGrid(-18, -180));
});

test("D4.5 others see a distance rounded up to 1, 2, 5, 10, 25, 50, 100, or more", () => {
  const seen = [0, 1, 1.01, 2, 4.2, 5, 9.99, 10.1, 25, 26, 50, 99, 100, 100.1, 9000].map(roundDistance);
  expect(seen).toEqual([1, 1, 2, 2, 5, 5, 10, 25, 25, 50, 50, 100, 100, "further", "further"]);
});

test("D4.5 a rounded distance is never less than the real one, and grows with it", () => {
  const kilometres = fc.double({ min: 0, max: 20_000, noNaN: true });
  fc.assert(
    fc.property(kilometres, kilometres, (a, b) => {
      const [near, far] = a < b ? [a, b] : [b, a];
      const [nearSeen, farSeen] = [near, far].map((km) => {
        const rounded = roundDistance(km);
        return rounded === "further" ? Number.POSITIVE_INFINITY : rounded;
      });
      expect(nearSeen).toBeGreaterThanOrEqual(near);
      expect(farSeen).toBeGreaterThanOrEqual(nearSeen ?? 0);
    }),
  );
});

test("D4.5 a position is rounded to two decimals", () => {
  expect(roundPoint(52.520008, 13.404954)).toEqual({ latitude: 52.52, longitude: 13.4 });
});

test("D4.5 the distance between two places is that of the globe, whichever is first", () => {
  const point = fc.record(everywhere);
  fc.assert(
    fc.property(point, point, (a, b) => {
      expect(Math.abs(kilometresBetween(a, b) - apart(a, b))).toBeLessThan(0.001);
    }),
  );
});

test("D4.5 within one town the distance is 0, and unknown if either has no town", () => {
  const town = { latitude: 52.5, longitude: 13.4 };
  expect(shownDistance(town, { ...town })).toBe(0);
  expect(shownDistance(town, { ...town, longitude: 13.41 })).toBe(1);
  expect(shownDistance(town, { ...town, latitude: 54 })).toBe("further");
  expect(shownDistance(town, { ...town, latitude: null })).toBeNull();
  expect(shownDistance({ ...town, longitude: null }, town)).toBeNull();
});
