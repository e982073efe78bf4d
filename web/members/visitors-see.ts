import type { Settings } from "#contract/sites.ts";
import { searchShown } from "#contract/tracking.ts";
import { trackingOf } from "#web/signup-link/tracking.ts";

/** How much of the members a visitor may see (R6.02). */
export function visitorsSee(settings: Settings, request: Request): Settings["logged_out_search"] {
  return searchShown(settings, trackingOf(request));
}
