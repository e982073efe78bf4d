import type { FastifyInstance, FastifyRequest } from "fastify";
import { fail } from "./fail.ts";

/** A host name or a number, with a port or without. */
const hostForm = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Refuses a `Host` that holds more than a host and a port: in `site.example:x@elsewhere.example` the site's name is that of
 * a user, and each link in a mail made of it would lead elsewhere, with its token.
 */
export function refuseStrangeHosts(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    // an old prober may name none; that is no site's either
    if (request.host !== "" && !hostForm.test(request.host)) throw fail("unknown_site");
  });
}

/**
 * Whether a browser sent this from one of this host's own pages: `Sec-Fetch-Site`, or, where it is absent, an `Origin`
 * equal to the host. A caller with neither is not a browser and carries no cookie by accident, but proves nothing, so
 * it is refused too.
 */
export function isSameOrigin(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const origin = request.headers.origin;
  return origin !== undefined && URL.parse(origin)?.host === request.host;
}

/**
 * The address as limits count it: an IPv6 subscriber has a whole /64. A socket for both kinds writes an IPv4 address as
 * `::ffff:203.0.113.9`, which is that address: all of them are one /64.
 */
export function limitedAddress(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  if (!ip.includes(":")) return ip;
  const [head = "", tail = ""] = ip.split("::");
  const front = head.split(":").filter((part) => part !== "");
  const back = tail.split(":").filter((part) => part !== "");
  const middle = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => "0");
  return `${[...front, ...middle, ...back].slice(0, 4).join(":")}::/64`;
}
