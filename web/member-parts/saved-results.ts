import type { Card } from "#contract/profiles.ts";

/** What a results page held when it was left: the members loaded after the first page, and which one was opened. */
export type SavedResults = { more: readonly Card[]; nextCursor: string | null; opened: string | null };

const most = 20;
const kept = new Map<string, SavedResults>();

/** By the history entry's key, so that Back finds the list as long as it was, and its scroll place with it. */
export function savedResults(entry: string): SavedResults | undefined {
  return kept.get(entry);
}

export function saveResults(entry: string, results: SavedResults): void {
  kept.delete(entry);
  kept.set(entry, results);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}

/** Somebody who is not to be seen any more does not come back with a kept list. */
export function deleteSaved(id: string): void {
  for (const [entry, results] of kept) {
    kept.set(entry, { ...results, more: results.more.filter((member) => member.id !== id) });
  }
}

/** What has changed between the viewer and a member since, shown when a kept list comes back. */
export function changeSaved(id: string, change: Pick<Card, "liked" | "match">): void {
  for (const [entry, results] of kept) {
    const more = results.more.map((member) => (member.id === id ? { ...member, ...change } : member));
    kept.set(entry, { ...results, more });
  }
}
