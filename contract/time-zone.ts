const known = new Set<string>();

/** The time zone that a browser named, or the fallback if it does not exist. */
export function timeZoneOr(name: string | undefined, fallback: string): string {
  if (name === undefined || name.length > 60) return fallback;
  if (known.has(name)) return name;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    if (known.size < 1000) known.add(name);
    return name;
  } catch {
    return fallback;
  }
}
