import { trackingCookie, trackingFields } from "#contract/constants.ts";
import type { Settings } from "#contract/sites.ts";
import { cookieIn } from "#web/lib/cookies.ts";

/** Where a visitor came from, as the address of their first page says (R3.09). */
export type Tracking = Partial<Record<(typeof trackingFields)[number], string>>;

const longest = 100;
// characters that the API refuses: the visitor can't fix the address they came by
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are taken out
const invalid = /[\u0000-\u001f\u007f-\u009f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Reads the tracking record from an address, a form or a draft; null if there is none. */
export function trackingIn(source: { get(name: string): unknown }): Tracking | null {
  const entries = trackingFields.flatMap((name) => {
    const value = source.get(name);
    const text = typeof value === "string" ? value.slice(0, longest).replace(invalid, "").trim() : "";
    return text === "" ? [] : [[name, text] as const];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

// In the page's memory only: nothing is stored on the device (see docs/decisions). The first address counts.
const visit = typeof location === "undefined" ? null : trackingIn(new URLSearchParams(location.search));

/** Where this visit started, if this page knows. Always null on the server, which has only the request. */
export function visitTracking(): Tracking | null {
  return visit;
}

/** Adds the record to a link that causes a page load: another language, another tab. */
export function withTracking(query: URLSearchParams, tracking: Tracking | null): URLSearchParams {
  for (const [name, value] of Object.entries(tracking ?? {})) if (!query.has(name)) query.set(name, value);
  return query;
}

/**
 * The server's tracking record: from the session's cookie, which is set if the site's settings depend on it, else from
 * this request's address.
 */
export function trackingOf(request: Request): Tracking | null {
  const cookie = cookieIn(request.headers.get("cookie"), trackingCookie);
  return trackingIn(new URLSearchParams(cookie)) ?? trackingIn(new URL(request.url).searchParams);
}

/** Whether this visitor may sign up (R6.01). */
export function mayJoin({ signups }: Pick<Settings, "signups">, tracking: Tracking | null): boolean {
  return signups === "all" || (signups === "with_trafficsource" && tracking !== null);
}
