import type { Language } from "#contract/constants.ts";

const kilometresPerDegree = 111.195;
const rows = Math.round(180 * kilometresPerDegree);

/** A point in degrees. */
export type Point = { latitude: number; longitude: number };

/**
 * The centre of the square kilometre that a point lies in; all that is ever kept or sent of where a member is (D4.5).
 * Latitude -90 to 90 and longitude in degrees; a snapped point stays where it is.
 */
export function snapToGrid(latitude: number, longitude: number): Point {
  const row = Math.max(0, Math.min(rows - 1, Math.floor(((latitude + 90) / 180) * rows)));
  const centre = ((row + 0.5) / rows) * 180 - 90;
  const columns = Math.max(1, Math.round(360 * kilometresPerDegree * Math.cos((centre * Math.PI) / 180)));
  const turn = (longitude + 180) / 360;
  const column = Math.min(columns - 1, Math.floor((turn - Math.floor(turn)) * columns));
  return { latitude: centre, longitude: ((column + 0.5) / columns) * 360 - 180 };
}

/** Two decimals: as exactly as a found position is looked at (D4.5). */
export function roundPoint(latitude: number, longitude: number): Point {
  return { latitude: Math.round(latitude * 100) / 100, longitude: Math.round(longitude * 100) / 100 };
}

const distanceSteps = [1, 2, 5, 10, 25, 50, 100] as const;

/** A distance as others see it, in kilometres; `null` for more than the last step. */
export type RoundedDistance = { upTo: (typeof distanceSteps)[number] | null };

/** Rounds a distance in kilometres up to 1, 2, 5, 10, 25, 50 or 100, so that it tells no exact place (D4.5). */
export function roundDistance(kilometres: number): RoundedDistance {
  return { upTo: distanceSteps.find((step) => kilometres <= step) ?? null };
}

/** A town's name in a language: its exonym where there is one (`Copenhagen`), else what it is called there. */
export function cityNameIn(
  city: { name: string; names: Partial<Record<Language, string>> },
  language: Language,
): string {
  return city.names[language] ?? city.name;
}
