import type { FastifyRequest } from "fastify";
import { trackingCookie, trackingFields } from "#contract/constants.ts";
import type { Settings } from "#contract/sites.ts";
import type { Context } from "#server/http/handle.ts";
import { cookieOptions } from "#server/http/session-cookies.ts";

type Source = Partial<Record<(typeof trackingFields)[number], string>>;
type Rules = Pick<Settings, "signups" | "logged_out_search" | "logged_out_search_trafficsource">;

const maxLength = 100;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const control = /[\u0000-\u001f\u007f-\u009f]/g;
const sanitize = (text: string) => text.replace(control, "").trim().slice(0, maxLength).toWellFormed();

function sourceIn(query: URLSearchParams): Source | null {
  const fields = trackingFields.map((name) => [name, sanitize(query.get(name) ?? "")] as const);
  const source: Source = Object.fromEntries(fields.filter(([, text]) => text !== ""));
  return source.network === undefined ? null : source;
}

/** The traffic source saved for a visitor; null on sites that do not need it, and without a network. */
export function trafficSource(request: FastifyRequest): Source | null {
  return sourceIn(new URLSearchParams(request.cookies[trackingCookie]));
}

/** Whether a site treats visitors with a traffic source differently: only then it has to be saved. */
function needsSource(rules: Rules): boolean {
  return rules.signups === "with_trafficsource" || rules.logged_out_search !== rules.logged_out_search_trafficsource;
}

/**
 * Saves a visitor's traffic source for the session, if the site's rules need it (R3.09, R6.01, R6.02); other sites save
 * nothing. `page` is the address of the page that requests the settings. The first traffic source counts.
 */
export function saveTrafficSource({ site, viewer, request, reply }: Context, page: string): void {
  if (viewer || !page.includes("?") || !needsSource(site.settings) || trafficSource(request)) return;
  const source = sourceIn(new URLSearchParams(page.slice(page.indexOf("?") + 1)));
  if (source) reply.setCookie(trackingCookie, new URLSearchParams(source).toString(), cookieOptions(request));
}

/** What a visitor may see of the members (D2.4, R6.02). */
export function visitorsSee(settings: Rules, request: FastifyRequest): Settings["logged_out_search"] {
  return trafficSource(request) ? settings.logged_out_search_trafficsource : settings.logged_out_search;
}
