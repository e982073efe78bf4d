import type { Card } from "#contract/profiles.ts";
import { onTracesDeleted } from "#web/lib/traces.ts";

/** The state of a results page when the user left it: members loaded after the first page, and the one opened. */
export type SavedResults<Member extends Card = Card> = {
  more: readonly Member[];
  nextCursor: string | null;
  opened: string | null;
};

const maxSaved = 20;
const resultsByEntry = new Map<string, SavedResults>();
onTracesDeleted(() => resultsByEntry.clear());

/**
 * Looks up by the history entry's key, so that Back restores the list's length and with it the scroll position. An
 * entry is always the same page's, so its members have all that the page saved of them.
 */
export function findSavedResults<Member extends Card = Card>(entry: string): SavedResults<Member> | undefined {
  return resultsByEntry.get(entry) as SavedResults<Member> | undefined;
}

export function saveResults(entry: string, results: SavedResults): void {
  resultsByEntry.delete(entry);
  resultsByEntry.set(entry, results);
  const [oldest] = resultsByEntry.keys();
  if (resultsByEntry.size > maxSaved && oldest !== undefined) resultsByEntry.delete(oldest);
}

/** Removes a member from all saved lists, as they are now hidden. */
export function removeFromSavedResults(id: string): void {
  for (const [entry, results] of resultsByEntry) {
    resultsByEntry.set(entry, { ...results, more: results.more.filter((member) => member.id !== id) });
  }
}

export function changeInSavedResults(id: string, change: Pick<Card, "liked" | "match">): void {
  for (const [entry, results] of resultsByEntry) {
    const more = results.more.map((member) => (member.id === id ? { ...member, ...change } : member));
    resultsByEntry.set(entry, { ...results, more });
  }
}
