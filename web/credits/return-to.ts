import { localPath } from "#web/lib/local-path.ts";

/** Where the buyer was when the credits ran out: a path of this site; undefined if none was given or it is too long. */
export function returnToOf(url: string): string | undefined {
  const given = new URL(url).searchParams.get("return_to");
  if (given === null) return undefined;
  const path = localPath(given);
  return path.length > 500 ? undefined : path;
}

const withReturn = (path: string, returnTo: string | undefined) =>
  returnTo === undefined ? path : `${path}?return_to=${encodeURIComponent(returnTo)}`;

/** The order of a bundle, with the return path. */
export function orderPath(bundleId: string, returnTo: string | undefined): string {
  return withReturn(`/credits/${bundleId}`, returnTo);
}

/** All bundles, with the return path. */
export function creditsPath(returnTo: string | undefined): string {
  return withReturn("/credits", returnTo);
}
