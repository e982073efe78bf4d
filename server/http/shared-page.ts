import { createHash } from "node:crypto";
import { trackingHeader } from "#contract/tracking.ts";

/**
 * How long a cache between visitors and the server may keep a page that is the same for all of them (D10.3): ten
 * seconds at most, twice as long as the server itself caches a site's settings. A deleted member disappears within that
 * time.
 */
export const sharedCacheControl = "public, max-age=0, s-maxage=5, stale-while-revalidate=5";

/**
 * The headers that a shared page depends on. A request with a cookie may be a member's and never gets a shared page. If
 * the address has no language, the browser's counts (D1.4). Browsers that save data get pages without autoplaying
 * films. On some sites a traffic source opens the signup (R6.01).
 */
export const sharedVary = (prefixed: boolean) =>
  `Accept-Encoding, Cookie, Save-Data, ${trackingHeader}${prefixed ? "" : ", Accept-Language"}`;

const inlineScripts = /<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g;

/**
 * Removes the nonce from a shared page: all visitors would get the same one. Returns what the content security policy
 * allows instead, the hashes of the page's own scripts.
 */
export function withoutNonce(html: string, nonce: string): { html: string; scripts: string } {
  const own = html.replaceAll(` nonce="${nonce}"`, "");
  const hashes = [...own.matchAll(inlineScripts)]
    .filter(([, attributes = ""]) => !attributes.includes("application/ld+json"))
    .map(([, , content = ""]) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`);
  return { html: own, scripts: [...new Set(hashes)].join(" ") };
}
