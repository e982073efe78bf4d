import type { FastifyRequest } from "fastify";
import { trackingCookie, trackingFields } from "#contract/constants.ts";
import type { Settings } from "#contract/sites.ts";
import { cookieOptions } from "#server/http/api.ts";
import type { Context } from "#server/http/handle.ts";

type Source = Partial<Record<(typeof trackingFields)[number], string>>;
type Rules = Pick<Settings, "signups" | "logged_out_search" | "logged_out_search_trafficsource">;

const longest = 100;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are dropped
const control = /[\u0000-\u001f\u007f-\u009f]/g;
const cleaned = (text: string) => text.replace(control, "").trim().slice(0, longest).toWellFormed();

function sourceIn(query: URLSearchParams): Source | null {
  const told = trackingFields.map((name) => [name, cleaned(query.get(name) ?? "")] as const);
  const source: Source = Object.fromEntries(told.filter(([, text]) => text !== ""));
  return source.network === undefined ? null : source;
}

/** Where a visitor came from, on a site that has to know it from page to page; null elsewhere, and without a network. */
export function trafficSource(request: FastifyRequest): Source | null {
  return sourceIn(new URLSearchParams(request.cookies[trackingCookie]));
}

/** Whether a site treats those who came with a traffic source differently: only then a visit has to be remembered. */
function asksForSource(rules: Rules): boolean {
  return rules.signups === "with_trafficsource" || rules.logged_out_search !== rules.logged_out_search_trafficsource;
}

/**
 * Remembers for the session that a visitor came with a traffic source, where the site's rules need it (R3.09, R6.01,
 * R6.02); on all other sites nothing is kept. `page` is the address that asks for the settings; the first one counts.
 */
export function saveTrafficSource({ site, viewer, request, reply }: Context, page: string): void {
  if (viewer || !page.includes("?") || !asksForSource(site.settings) || trafficSource(request)) return;
  const source = sourceIn(new URLSearchParams(page.slice(page.indexOf("?") + 1)));
  if (source) reply.setCookie(trackingCookie, new URLSearchParams(source).toString(), cookieOptions(request));
}

/** What a visitor may see of the members (D2.4, R6.02). */
export function visitorsSee(settings: Rules, request: FastifyRequest): Settings["logged_out_search"] {
  return trafficSource(request) ? settings.logged_out_search_trafficsource : settings.logged_out_search;
}
