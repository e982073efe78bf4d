const timeZones = new Set<string>();

/** The time zone that a browser named, or the fallback if it does not exist. */
export function timeZoneOr(name: string | undefined, fallback: string): string {
  if (name === undefined || name.length > 60) return fallback;
  if (timeZones.has(name)) return name;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    if (timeZones.size < 1000) timeZones.add(name);
    return name;
  } catch {
    return fallback;
  }
}
