import { explicitInterests } from "#contract/profiles.ts";
import { setCookie } from "#web/lib/cookies.ts";
import { type Filters, inUse, searchPath } from "./filters.ts";

/** Keeps a member's last search on this device, so that who comes back without filters finds them again (R3.11). */
export const lastSearchCookie = "last-search";
const days = 365;

/** The state of a link or a navigation by which somebody chose filters here; an address that was shared has none. */
export const chosenHere = { chosen: true } as const;

export function wasChosenHere(state: unknown): boolean {
  return typeof state === "object" && state !== null && "chosen" in state;
}

/** Marks the address to which the last search was brought back, so that the page says so. */
export const broughtBack = "last";

/**
 * A search without filters or an order of its own is nothing to come back to, and explicit interests are not left lying
 * about on a device that others may use (D4.2).
 */
export function saveLastSearch(memberId: string, filters: Filters): void {
  const interests = filters.interests?.filter((code) => !explicitInterests.includes(code));
  const kept: Filters = { ...filters, interests: interests?.length ? interests : undefined };
  const plain = inUse(kept).length === 0 && kept.sort === undefined;
  setCookie(lastSearchCookie, `${memberId}|${searchPath(kept)}`, plain ? 0 : days);
}

/** The address of the member's last search from what the cookie holds; null where it is somebody else's, or none. */
export function lastSearchOf(cookie: string | undefined, memberId: string): URLSearchParams | null {
  const [owner, path] = cookie?.split("|") ?? [];
  if (owner !== memberId || path === undefined) return null;
  return new URLSearchParams(path.split("?")[1]);
}
