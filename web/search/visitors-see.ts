import type { Settings } from "#contract/sites.ts";
import { searchShown } from "#contract/tracking.ts";
import { readTracking } from "#web/account/signup-link/tracking.ts";

/** How much of the members a visitor may see. */
export function findVisitorAccess(settings: Settings, request: Request): Settings["logged_out_search"] {
  return searchShown(settings, readTracking(request));
}
