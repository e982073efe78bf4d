export type PlannedWork = { from: Date; until: Date };

/** Reads the setting `planned_work`, two times with a slash between; null if there is none, or it is over. */
export function readPlannedWork(text: string, now: Date): PlannedWork | null {
  const [from = new Date(Number.NaN), until = new Date(Number.NaN)] = text.split("/").map((part) => new Date(part));
  return until > now && from < until ? { from, until } : null;
}
