import { trackingCookie, trackingFields } from "#contract/constants.ts";
import type { Settings } from "#contract/sites.ts";
import { cookieIn } from "#web/lib/cookies.ts";

/** Where a visitor came from, as the address of their first page told it (R3.09). */
export type Tracking = Partial<Record<(typeof trackingFields)[number], string>>;

const longest = 100;
// what the signup would refuse: nobody can mend the address they came by
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are taken out
const refused = /[\u0000-\u001f\u007f-\u009f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** What an address, a form or a draft tells; null where it tells nothing. */
export function trackingIn(source: { get(name: string): unknown }): Tracking | null {
  const entries = trackingFields.flatMap((name) => {
    const value = source.get(name);
    const text = typeof value === "string" ? value.slice(0, longest).replace(refused, "").trim() : "";
    return text === "" ? [] : [[name, text] as const];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

// The page's memory: nothing is stored on the device for it (see docs/decisions). The first address counts.
let visit = typeof location === "undefined" ? null : trackingIn(new URLSearchParams(location.search));

/** Where this visit began, as far as this page knows; always null on the server, which knows visitors by requests. */
export function visitTracking(): Tracking | null {
  return visit;
}

/** A draft from before a reload remembers it where the page does not. */
export function recallVisit(tracking: Tracking | null): void {
  visit ??= tracking;
}

/** Adds it to the query of a link that leads to another page load: another language, another tab. */
export function withTracking(query: URLSearchParams, tracking: Tracking | null): URLSearchParams {
  for (const [name, value] of Object.entries(tracking ?? {})) if (!query.has(name)) query.set(name, value);
  return query;
}

/**
 * What the server knows of where a visitor came from: the session's cookie, which is there where the site's settings
 * depend on it, else this request's address.
 */
export function trackingOf(request: Request): Tracking | null {
  const cookie = cookieIn(request.headers.get("cookie"), trackingCookie);
  return trackingIn(new URLSearchParams(cookie)) ?? trackingIn(new URL(request.url).searchParams);
}

/** Whether this visitor may sign up (R6.01). */
export function mayJoin({ signups }: Pick<Settings, "signups">, tracking: Tracking | null): boolean {
  return signups === "all" || (signups === "with_trafficsource" && tracking !== null);
}
