import type { FastifyInstance, FastifyRequest } from "fastify";
import { fail } from "./fail.ts";

/** A host name or an IP address, with or without a port. */
const hostForm = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Monitoring and load balancers may request these without a host. */
const probes = new Set(["/healthz", "/readyz", "/metrics"]);

/** Whether a URL can have the host: `localhost:99999`, `1.2.3.4.5` and `[::::::]` only look like one. */
const isHost = (host: string) => hostForm.test(host) && URL.canParse(`http://${host}`);

/** More than one `Host`: a proxy in front may have looked at another one. RFC 9112 asks for 400. */
const hasSeveralHosts = (rawHeaders: readonly string[]) =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.length === 4 && text.toLowerCase() === "host").length > 1;

/**
 * Refuses several `Host` headers, an invalid one, or one with more than a host and a port: in
 * `site.example:x@elsewhere.example` the site's name is a user name. Also refuses an absolute request target
 * (`GET http://elsewhere.example/`), which only a proxy would get.
 */
export function registerHostCheck(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    if (!request.url.startsWith("/") || hasSeveralHosts(request.raw.rawHeaders)) throw fail("malformed_request");
    const { host } = request;
    const isAllowed = host === "" ? probes.has(request.url) : isHost(host);
    if (!isAllowed) throw fail("unknown_site");
  });
}

/** scheme://host as the browser used it, for what is sent back to that browser alone. */
export const browserOrigin = ({ protocol, host }: Pick<FastifyRequest, "protocol" | "host">): string =>
  `${protocol}://${host}`;

/** Whether `Sec-Fetch-Site`, or an `Origin` equal to the host, proves it. A caller with neither is refused. */
export function isSameOrigin(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const origin = request.headers.origin;
  return origin !== undefined && URL.parse(origin)?.host === request.host;
}

/**
 * Whether a page of our own made the request. A navigation from elsewhere carries the session too: links of other
 * sites, and those typed or opened by another program. A browser without `Sec-Fetch-Site` has to name our page.
 */
export function isFromOwnPage(request: FastifyRequest): boolean {
  const { "sec-fetch-site": site, origin, referer } = request.headers;
  if (site !== undefined || origin !== undefined) return isSameOrigin(request);
  return referer !== undefined && URL.parse(referer)?.host === request.host;
}

/**
 * The address as rate limits count it: an IPv6 subscriber has a whole /64. A dual-stack socket writes an IPv4 address
 * as `::ffff:203.0.113.9`; it is unwrapped, as all of these share one /64. Empty if the client has disconnected, as its
 * socket then has no address.
 */
export function limitedAddress(ip: string | undefined): string {
  if (ip === undefined) return "";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  if (!ip.includes(":")) return ip;
  const [head = "", tail = ""] = ip.split("::");
  const front = head.split(":").filter((part) => part !== "");
  const back = tail.split(":").filter((part) => part !== "");
  const middle = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => "0");
  return `${[...front, ...middle, ...back].slice(0, 4).join(":")}::/64`;
}

/** One customer of a provider may have all of a /56 or a /48. Takes what `limitedAddress` returns; none for IPv4. */
export function widerNetworks(address: string): { bits: 56 | 48; network: string }[] {
  const [, first, second, third, fourth] = /^(\w+):(\w+):(\w+):(\w+)::\/64$/.exec(address) ?? [];
  if (first === undefined || fourth === undefined) return [];
  const site = `${first}:${second}:${third}`;
  const upperByte = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  return [
    { bits: 56, network: `${site}:${upperByte}::/56` },
    { bits: 48, network: `${site}::/48` },
  ];
}
