import { explicitInterests } from "#contract/profiles.ts";
import { setCookie } from "#web/lib/cookies.ts";
import { type Filters, searchPath } from "./filters.ts";

/** The history state that marks filters as chosen here. A shared address does not have it. */
export const chosenOnPage = { chosen: true } as const;

export function isChosenOnPage(state: unknown): boolean {
  return typeof state === "object" && state !== null && "chosen" in state;
}

/** Marks the address of a restored search, so that the page can say so. */
export const restoredParam = "last";

/** The parameter's value if the last search was left out because it finds no members. */
export const leftOutLast = "empty";

/**
 * Saves the search on this device; the search page restores it if the address has no filters (R3.11). It holds the
 * gender that the member looks for, so it goes when the browser is closed, and explicit interests are not saved. A
 * search without filters is saved too: the member chose it instead of the first search. Null deletes it.
 */
export function saveLastSearch(memberId: string, filters: Filters | null): void {
  if (filters === null) {
    setCookie("last-search", null);
    return;
  }
  const interests = filters.interests?.filter((code) => !explicitInterests.includes(code));
  const saved: Filters = { ...filters, interests: interests?.length ? interests : undefined };
  setCookie("last-search", `${memberId}|${searchPath(saved)}`);
}

/** The member's last search from the cookie; null if there is none or it is another member's. */
export function readLastSearch(cookie: string | undefined, memberId: string): URLSearchParams | null {
  const [owner, path] = cookie?.split("|") ?? [];
  if (owner !== memberId || path === undefined) return null;
  return new URLSearchParams(path.split("?")[1]);
}
