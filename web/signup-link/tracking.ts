import { firstTracking, type Tracking, trackingAt, trackingCookie, trackingIn } from "#contract/tracking.ts";
import { readCookie } from "#web/lib/cookies.ts";

// In the page's memory only: nothing is stored on the device (docs/decisions/0021). The first address wins.
const trackingOfVisit = typeof location === "undefined" ? null : trackingAt(location);

/** The origin of this visit, if this page knows it. Always null on the server, which has only the request. */
export function getVisitTracking(): Tracking | null {
  return trackingOfVisit;
}

/** Adds the record to a link that causes a page load: another language, another tab. */
export function withTracking(query: URLSearchParams, tracking: Tracking | null): URLSearchParams {
  for (const [name, value] of Object.entries(tracking ?? {})) {
    if (value !== undefined && !query.has(name)) query.set(name, value);
  }
  return query;
}

/**
 * The server's tracking record: from the session's cookie, which is set if the site's settings depend on it, else from
 * this request's address.
 */
export function readTracking(request: Request): Tracking | null {
  const cookie = readCookie(request.headers.get("cookie"), trackingCookie);
  return firstTracking(trackingIn(new URLSearchParams(cookie)), trackingAt(new URL(request.url)));
}
