import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from "fastify";
import { type Language, memberHeader, wordsDraftHeader } from "#contract/constants.ts";
import { type Tracking, trackingAt, trackingHeader, writeTracking } from "#contract/tracking.ts";
import type { Transport } from "#web/lib/api.ts";
import { withinPage } from "./limit-requests.ts";
import { readAddress } from "./page-address.ts";

/** The headers of the page's own request that the API needs to know the visitor. */
const forwarded = [
  "cookie",
  "host",
  "origin",
  "referer",
  "sec-fetch-site",
  "user-agent",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  memberHeader,
  trackingHeader,
  wordsDraftHeader,
];

/** The tracking record in the address of the page. */
function trackingOfPage(page: FastifyRequest): Tracking | null {
  const address = URL.parse(readAddress(page.url).path, "http://site");
  return address && trackingAt(address);
}

/** Connects a page's loader to the API within this process; cookies that the API sets are added to `cookies`. */
export function injectTransport(
  app: FastifyInstance,
  page: FastifyRequest,
  language: Language,
  cookies: string[],
): Transport {
  const pageHeaders: Record<string, string | string[]> = { "accept-language": language, ...withinPage };
  for (const name of forwarded) {
    const value = page.headers[name];
    if (value !== undefined) pageHeaders[name] = value;
  }
  // the record of the visit's first page wins; a page that a browser loads afresh has only its address
  const tracking = trackingOfPage(page);
  if (tracking !== null) pageHeaders[trackingHeader] ??= writeTracking(tracking);
  return async ({ method, url, headers, body }) => {
    // cookies set by one call are sent with the next, as in a browser
    const pairs = cookies.map((setCookie) => setCookie.split(";", 1)[0]);
    const cookie = [...pairs, page.headers.cookie].filter(Boolean).join("; ");
    const options: InjectOptions = {
      method: method as NonNullable<InjectOptions["method"]>,
      url,
      headers: { ...pageHeaders, ...(cookie === "" ? {} : { cookie }), ...headers },
      remoteAddress: page.raw.socket.remoteAddress ?? page.ip,
    };
    // pages send no files: only scripts do
    if (typeof body === "string") options.payload = body;
    const answer = await app.inject(options);
    const setCookie = answer.headers["set-cookie"];
    if (setCookie !== undefined) cookies.push(...(Array.isArray(setCookie) ? setCookie : [String(setCookie)]));
    return {
      status: answer.statusCode,
      header: (name) => answer.headers[name.toLowerCase()]?.toString() ?? null,
      text: async () => answer.payload,
    };
  };
}

/** Copies the cookies that the API set to the page's answer, so that a login works without scripts. */
export function copyCookies(reply: FastifyReply, cookies: string[]): void {
  if (cookies.length > 0) reply.header("set-cookie", cookies);
}
