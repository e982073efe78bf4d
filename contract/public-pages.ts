import { landerAt } from "./lander-address.ts";
import { landerNames } from "./landers.ts";

/** What a site wants search engines to list: nothing, its home page with prices, rules and help, or the landers too. */
export const searchEngineListings = ["none", "pages", "all"] as const;
export type SearchEngineListing = (typeof searchEngineListings)[number];

/** The paths of the prices, rules and help (`web/pages`) without the language prefix, by the names of their texts. */
export const textPages = {
  terms: "/pages/terms",
  privacy: "/pages/privacy",
  cookies: "/pages/cookies",
  ban: "/pages/ban",
  pricing: "/pricing",
  complaints: "/complaints",
  returns: "/pages/return-policy",
  safety: "/pages/safety",
  faq: "/pages/faq",
  service: "/pages/service",
  imprint: "/pages/imprint",
  accessibility: "/pages/accessibility",
  transparency: "/pages/transparency",
  fair: "/fair",
} as const;

const publicPages: readonly string[] = ["/", ...Object.values(textPages)];
const landers: readonly string[] = landerNames.map((name) => `/landers/${name}`);

/** The path without a lander's slug, the advertiser's own name for the page, which selects nothing but the niche. */
const withoutSlug = (path: string) => /^\/landers\/[^/]+(?=\/|$)/.exec(path)?.[0] ?? path;
const plain = (path: string) => withoutSlug(path.length > 1 ? path.replace(/\/$/, "") : path);

/** The pages that search engines may list, without the language's prefix. */
export function listedPages(listing: SearchEngineListing): string[] {
  if (listing === "none") return [];
  return listing === "pages" ? [...publicPages] : [...publicPages, ...landers];
}

/** Whether search engines may list the page at this path, which has no language prefix. */
export const mayBeListed = (path: string, listing: SearchEngineListing): boolean =>
  listedPages(listing).includes(plain(path));

/** Whether a page's scripts wait for a touch, by its path and query: its links and forms work without (0080). */
export function waitsForTouch(path: string): boolean {
  const [pathname = ""] = path.split("?");
  return mayBeListed(pathname, "all") || landerAt(pathname) !== null;
}

/** Public pages that also depend on the visitor's country, which the server derives from the caller's IP address. */
const byCountry: readonly string[] = ["/pricing", "/pages/privacy"];

/** Who shares a page, by path and query without the language; null: each visitor may get another one. */
export function sharedBy(path: string): "all" | "country" | null {
  if (path.includes("?") || !mayBeListed(path, "all")) return null;
  return byCountry.includes(path.replace(/(?<=.)\/$/, "")) ? "country" : "all";
}

export const canonicalPath = (path: string): string => (landers.includes(plain(path)) ? plain(path) : path);

/** scheme://host of the site's main domain; the request's own if that is its host. A site may have several. */
export function canonicalOrigin(origin: string, domain: string): string {
  return URL.parse(origin)?.hostname === domain ? origin : `https://${domain}`;
}

export const previewPath = (language: string): string => `/preview/${language}.png`;
export const previewSize = { width: 1200, height: 630 } as const;
