import { localPath } from "#web/lib/local-path.ts";

/** Where the buyer was when the credits ran out: a path of this site, or undefined where none was given. */
export function returnToOf(url: string): string | undefined {
  const wish = new URL(url).searchParams.get("return_to");
  if (wish === null) return undefined;
  const path = localPath(wish);
  return path.length > 500 ? undefined : path;
}

const withReturn = (path: string, returnTo: string | undefined) =>
  returnTo === undefined ? path : `${path}?return_to=${encodeURIComponent(returnTo)}`;

/** The order of a bundle, which remembers the way back. */
export function orderPath(bundleId: string, returnTo: string | undefined): string {
  return withReturn(`/credits/${bundleId}`, returnTo);
}

/** All bundles, with the same way back. */
export function creditsPath(returnTo: string | undefined): string {
  return withReturn("/credits", returnTo);
}
