/** The UTC day of a moment, `YYYY-MM-DD`. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Days from one date to another, both as `dayOf` gives them; negative if `to` is the earlier one. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** The date so many days after another one; before it, if `days` is negative. */
export const addDays = (day: string, days: number): string => dayOf(new Date(Date.parse(day) + days * 86_400_000));
