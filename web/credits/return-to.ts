import { toLocalPath } from "#web/lib/local-path.ts";

/** The query parameter that opens the sheet of gifts: after credits are bought, and before the page is hydrated. */
export const giftQuery = "gift";

export const leadsToGift = (path: string): boolean => new URL(path, "http://site").searchParams.has(giftQuery);

/** The path of this site where the buyer ran out of credits; undefined if none was given or it is too long. */
export function readReturnTo(url: string): string | undefined {
  const requested = new URL(url).searchParams.get("return_to");
  if (requested === null) return undefined;
  const path = toLocalPath(requested);
  return path.length > 500 ? undefined : path;
}

/** The price in credits of the gift that led here, 0 if it is not known; null if the return path leads to no gift. */
export function readGift(url: string, returnTo: string | undefined): number | null {
  if (returnTo === undefined || !leadsToGift(returnTo)) return null;
  const credits = Number(new URL(url).searchParams.get(giftQuery));
  return Number.isSafeInteger(credits) ? Math.max(0, credits) : 0;
}

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const definedEntries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return definedEntries.length === 0 ? path : `${path}?${new URLSearchParams(definedEntries)}`;
}

/** The address of a bundle's order, with the return path and the buyer's discount code. */
export function orderPath(bundleId: string, returnTo: string | undefined, code: string | undefined): string {
  return withQuery(`/credits/${bundleId}`, { return_to: returnTo, code });
}

export function directDebitPath(bundleId: string, returnTo: string | undefined, code: string | undefined): string {
  return withQuery("/directdebit", { bundle: bundleId, return_to: returnTo, code });
}

export function creditsPath(returnTo: string | undefined, code?: string | undefined): string {
  return withQuery("/credits", { return_to: returnTo, code });
}

/** The bundles for a gift that costs so many credits. */
export function creditsForGiftPath(returnTo: string, credits: number): string {
  return withQuery("/credits", { return_to: returnTo, [giftQuery]: String(credits) });
}

export function repeatPath(returnTo: string | undefined, code: string | undefined): string {
  return withQuery("/credits/repeat-order", { return_to: returnTo, code });
}

export function premiumPath(returnTo: string | undefined): string {
  return withQuery("/premium", { return_to: returnTo });
}
