import { createHash } from "node:crypto";

/**
 * How long a cache between visitors and the server may keep a page that is the same for all of them (D10.3). A member
 * who is gone is gone from it within ten seconds: twice the age of the settings that a request may read.
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
