const kilometresPerDegree = 111.195;
const rows = Math.round(180 * kilometresPerDegree);

export type Point = { latitude: number; longitude: number };

/** All that is ever stored or sent of a member's location, in degrees; a snapped point stays where it is. */
export function snapToGrid(latitude: number, longitude: number): Point {
  const row = Math.max(0, Math.min(rows - 1, Math.floor(((latitude + 90) / 180) * rows)));
  const centre = ((row + 0.5) / rows) * 180 - 90;
  const columns = Math.max(1, Math.round(360 * kilometresPerDegree * Math.cos((centre * Math.PI) / 180)));
  const turn = (longitude + 180) / 360;
  const column = Math.min(columns - 1, Math.floor((turn - Math.floor(turn)) * columns));
  return { latitude: centre, longitude: ((column + 0.5) / columns) * 360 - 180 };
}

/** Rounds a position to two decimals, the maximum precision that is used (D4.5). */
export function roundPoint(latitude: number, longitude: number): Point {
  return { latitude: Math.round(latitude * 100) / 100, longitude: Math.round(longitude * 100) / 100 };
}

const distanceSteps = [1, 2, 5, 10, 25, 50, 100];

/** Rounds a distance up to 1, 2, 5, 10, 25, 50 or 100 kilometres, so that it reveals no exact location (D4.5). */
export const roundDistance = (kilometres: number): number | "further" =>
  distanceSteps.find((step) => kilometres <= step) ?? "further";

const earthDiameter = 12_742;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

export function kilometresBetween(a: Point, b: Point): number {
  const half =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return earthDiameter * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** A member's home; null if they have not given a town. */
export type Home = { latitude: number | null; longitude: number | null };

/** A home in single precision, as the database stores and uses it, so that both compute the same distances. */
function asStored({ latitude, longitude }: Home): Point | null {
  return latitude === null || longitude === null
    ? null
    : { latitude: Math.fround(latitude), longitude: Math.fround(longitude) };
}

/** Kilometres in steps, 0 within one town (a home is its town's centre), `further`, or null if unknown. */
export function shownDistance(a: Home, b: Home): number | "further" | null {
  const [from, to] = [asStored(a), asStored(b)];
  if (!from || !to) return null;
  if (from.latitude === to.latitude && from.longitude === to.longitude) return 0;
  return roundDistance(kilometresBetween(from, to));
}
