import { pickParams } from "#web/lib/pick-params.ts";

/** The site in the address of a page about it; in that of the history also the change before which the list begins. */
export function readAskedSite(request: Request): { site?: string; before?: string } {
  return pickParams(new URL(request.url).searchParams, ["site", "before"]);
}
