import { createHash } from "node:crypto";

/**
 * A page that is the same for all visitors, as a cache between them and the server may keep it (D10.3). Names and photos
 * of members are gone from it after ten seconds, as old as the settings that every request reads may be, twice.
 */
export const sharedCacheControl = "public, max-age=0, s-maxage=5, stale-while-revalidate=5";

/**
 * What the page depends on besides its address: a request with a cookie may be a member's, and is never shared; without
 * a language in the address the browser's counts (D1.4); and films wait for visitors who save data.
 */
export const sharedVary = (prefixed: boolean) =>
  `Accept-Encoding, Cookie, Save-Data${prefixed ? "" : ", Accept-Language"}`;

const scripts = /<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g;

/**
 * Takes the nonce out of a page, which would be the same for everyone, and returns what the content security policy
 * allows instead: the hashes of the page's own scripts.
 */
export function withoutNonce(html: string, nonce: string): { html: string; scripts: string } {
  const own = html.replaceAll(` nonce="${nonce}"`, "");
  const hashes = [...own.matchAll(scripts)]
    .filter(([, attributes = ""]) => !attributes.includes("application/ld+json"))
    .map(([, , content = ""]) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`);
  return { html: own, scripts: [...new Set(hashes)].join(" ") };
}
