import type { FastifyRequest } from "fastify";
import type { Settings } from "#contract/sites.ts";
import {
  hasTrafficSource,
  searchShown,
  type Tracking,
  trackingAt,
  trackingCookie,
  trackingIn,
} from "#contract/tracking.ts";
import type { Context } from "#server/http/handle.ts";
import { cookieOptions } from "#server/http/host-cookies.ts";

type Rules = Pick<Settings, "signups" | "logged_out_search" | "logged_out_search_trafficsource">;

/** The tracking record saved for a visitor; null on sites that do not need it, and without a traffic source. */
export function savedTracking(request: FastifyRequest): Tracking | null {
  const saved = trackingIn(new URLSearchParams(request.cookies[trackingCookie]));
  return hasTrafficSource(saved) ? saved : null;
}

/** Whether a site treats visitors with a traffic source differently. Only then the traffic source has to be saved. */
function needsSource(rules: Rules): boolean {
  return rules.signups === "with_trafficsource" || rules.logged_out_search !== rules.logged_out_search_trafficsource;
}

/**
 * Saves a visitor's traffic source for the session if the site's rules need it (R3.09, R6.01, R6.02). `page` is the
 * address of the page that requests the settings. A later traffic source does not replace the first one.
 */
export function saveTrafficSource({ site, viewer, request, reply }: Context, page: string): void {
  if (viewer || !page.includes("?") || !needsSource(site.settings) || savedTracking(request)) return;
  const address = URL.parse(page, "http://site");
  const tracking = address && trackingAt(address);
  if (!hasTrafficSource(tracking)) return;
  const saved = new URLSearchParams(Object.entries(tracking).flatMap(([name, text]) => (text ? [[name, text]] : [])));
  reply.setCookie(trackingCookie, saved.toString(), cookieOptions(request));
}

/** What a visitor may see of the members (D2.4, R6.02). */
export function visitorsSee(settings: Rules, request: FastifyRequest): Settings["logged_out_search"] {
  return searchShown(settings, savedTracking(request));
}
