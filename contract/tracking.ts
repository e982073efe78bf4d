import { isLander, isVariant, landerAt } from "./lander-address.ts";
import type { Settings } from "./sites.ts";

/** The first five come from the advertisement's link; the last three describe the visit's first page. */
const trackingFields = ["network", "ref", "sub1", "sub2", "sub3", "lander", "slug", "variant"] as const;
export type Tracking = { [K in (typeof trackingFields)[number]]?: string | undefined };

/** Settings may depend on a traffic source (D2.4) after the first page; nothing is stored (ePrivacy Directive 5(3)). */
export const trackingHeader = "x-visit-origin";

const maxLength = 100;
// characters that the API rejects; they are removed here, because a visitor can't fix the link that they followed
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are taken out
const invalid = /[\u0000-\u001f\u007f-\u009f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const sanitize = (text: string) => text.replace(invalid, "").trim().slice(0, maxLength).replace(invalid, "").trim();

function isKnown(name: (typeof trackingFields)[number], text: string): boolean {
  if (name === "lander") return isLander(text);
  return name === "variant" ? isVariant(text) : text !== "";
}

/** Reads the tracking record from an address's query, a form, a header or a call; null if there is none. */
export function trackingIn(source: { get(name: string): unknown }): Tracking | null {
  const tracking: Tracking = {};
  for (const name of trackingFields) {
    const value = source.get(name);
    const text = typeof value === "string" ? sanitize(value) : "";
    if (isKnown(name, text)) tracking[name] = text;
  }
  return Object.keys(tracking).length === 0 ? null : tracking;
}

export function writeTracking(tracking: Tracking): string {
  return new URLSearchParams(
    Object.entries(tracking).flatMap(([name, text]) => (text ? [[name, text]] : [])),
  ).toString();
}

/** Reads the tracking record from a page's address: from its query, and from its path if the page is a lander. */
export function trackingAt({ pathname, search }: { pathname: string; search: string }): Tracking | null {
  const query = new URLSearchParams(search);
  const page = landerAt(pathname);
  if (page !== null) for (const [name, value] of Object.entries(page)) query.set(name, value);
  return trackingIn(query);
}

/** Whether a visitor came by a traffic source: a link that names its network. `ref` and the others only describe it. */
export function hasTrafficSource(tracking: Tracking | null): tracking is Tracking {
  return tracking !== null && (tracking.network ?? "") !== "";
}

/** Whether a visitor came by a click that its network numbers; the site asks before it tells the network of it. */
export function asksAboutClick(
  { click_networks: networks }: Pick<Settings, "click_networks">,
  tracking: Tracking | null,
): tracking is Tracking & { network: string } {
  const { network = "", sub1 = "", sub2 = "", sub3 = "" } = tracking ?? {};
  return networks.includes(network) && `${sub1}${sub2}${sub3}` !== "";
}

/** Which record counts: the one of the visit's first page, if it has a traffic source, else the request's own. */
export function firstTracking(ofVisit: Tracking | null, ofRequest: Tracking | null): Tracking | null {
  return hasTrafficSource(ofVisit) ? ofVisit : ofRequest;
}

/** Whether the site accepts this visitor as a new member. */
export function mayJoin({ signups }: Pick<Settings, "signups">, tracking: Tracking | null): boolean {
  return signups === "all" || (signups === "with_trafficsource" && hasTrafficSource(tracking));
}

type SearchRules = Pick<Settings, "logged_out_search" | "logged_out_search_trafficsource">;

/** How much of the members this visitor may see. */
export function searchShown(rules: SearchRules, tracking: Tracking | null): Settings["logged_out_search"] {
  return hasTrafficSource(tracking) ? rules.logged_out_search_trafficsource : rules.logged_out_search;
}
