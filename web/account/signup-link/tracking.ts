import type { Settings } from "#contract/sites.ts";
import {
  asksAboutClick,
  firstTracking,
  hasTrafficSource,
  type Tracking,
  trackingAt,
  trackingHeader,
  trackingIn,
  writeTracking,
} from "#contract/tracking.ts";
import { onPageLoad } from "#web/lib/page-loads.ts";

// In the page's memory only: nothing is stored on the device (docs/decisions/0054). The first address wins.
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

/** A `fetch` that tells the site's own host where the visit began; other hosts do not learn it. */
export function withVisitOrigin(plain: typeof fetch, tracking: Tracking, origin: string): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin === origin) request.headers.set(trackingHeader, writeTracking(tracking));
    return plain(request);
  };
}

/** Sends the origin with the requests of the API, and of the router, which has no other way to add a header. */
export function sendVisitOrigin(): void {
  if (!hasTrafficSource(trackingOfVisit)) return;
  globalThis.fetch = withVisitOrigin(globalThis.fetch.bind(globalThis), trackingOfVisit, location.origin);
}

/** Adds the origin to the address of each page that the browser loads from this one, whose memory is a new one. */
export function keepVisitOrigin(): void {
  if (!hasTrafficSource(trackingOfVisit)) return;
  onPageLoad((cause) => {
    if (cause instanceof HTMLAnchorElement) {
      const address = new URL(cause.href);
      withTracking(address.searchParams, trackingOfVisit);
      cause.href = address.href;
    } else if (cause.method === "get") {
      for (const [name, value] of withTracking(new URLSearchParams(), trackingOfVisit)) {
        const input = Object.assign(document.createElement("input"), { type: "hidden", name, value });
        if (cause.elements.namedItem(name) === null) cause.append(input);
      }
    }
  });
}

/** The server's tracking record: the one that the page sends with its requests, else the one in this address. */
export function readTracking(request: Request): Tracking | null {
  const sent = request.headers.get(trackingHeader) ?? "";
  return firstTracking(trackingIn(new URLSearchParams(sent)), trackingAt(new URL(request.url)));
}

/** The network about whose click the signup asks; null: there is none, or the browser objects for its user. */
export function findClickNetwork(
  settings: Pick<Settings, "click_networks">,
  tracking: Tracking | null,
  objects: boolean,
): string | null {
  return !objects && asksAboutClick(settings, tracking) ? tracking.network : null;
}

/** Global Privacy Control, which the types of browsers do not know yet. */
export const objectsToSharing = (): boolean =>
  "globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true;
