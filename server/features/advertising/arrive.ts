import type { FastifyRequest } from "fastify";
import { isbot } from "isbot";
import { isVariant, landerAt, variants } from "#contract/lander-address.ts";
import { pathIn } from "#contract/languages.ts";
import { trackingAt } from "#contract/tracking.ts";
import { readHostCookie } from "#server/http/cookies.ts";
import type { PageAddress } from "#server/http/page-address.ts";
import type { Services } from "#server/services.ts";
import type { Site } from "#server/site.ts";
import { originOf } from "./origin.ts";
import type { VisitCounter } from "./visit-counter.ts";

type Given = Pick<Services, "clock" | "random"> & {
  siteOf(hostname: string): Promise<Site | undefined>;
  counter: Pick<VisitCounter, "count">;
};

/** What to do with a page request: redirect it to another address, or run a function after the page was sent. */
export type Arrival = { redirect: string } | { shown(): void };

/** Whether a request is a guest's, for a page: not a member's, and not that of a bot that says so in its user agent. */
function isGuest(request: FastifyRequest): boolean {
  if (request.method !== "GET" || readHostCookie(request, "auth") !== undefined) return false;
  const agent = request.headers["user-agent"] ?? "";
  return agent !== "" && !isbot(agent);
}

/** A link within the site, a reload or a prefetch opens none. Reads headers that all browsers send; stores nothing. */
function isFirst({ headers, host }: FastifyRequest): boolean {
  if (headers["cache-control"] !== undefined) return false;
  if (/prefetch|prerender|preview/i.test(`${headers["sec-purpose"] ?? ""}${headers.purpose ?? ""}`)) return false;
  const from = headers["sec-fetch-site"];
  if (from === "same-origin") return false;
  return from !== undefined || URL.parse(headers.referer ?? "")?.host !== host;
}

/** A visit to compared landers gets a random variant, which stays in the address: nothing is on the device. */
export function createArrivals({ clock, random, siteOf, counter }: Given) {
  return async (request: FastifyRequest, { language, path }: PageAddress): Promise<Arrival | null> => {
    const address = URL.parse(path, "http://site");
    if (!address || !isGuest(request)) return null;
    const site = await siteOf(request.hostname);
    if (!site) return null;
    const lander = landerAt(address.pathname)?.lander;
    const compared = site.settings.compared_landers.some((name) => name === lander);
    if (compared && !isVariant(address.searchParams.get("variant") ?? "")) {
      const drawn = variants[Number.parseInt(random.uuid().slice(0, 1), 16) % 2] ?? "a";
      address.searchParams.set("variant", drawn);
      return { redirect: pathIn(language, address.pathname + address.search) };
    }
    if (!isFirst(request)) return null;
    const origin = originOf(site.settings, trackingAt(address), language);
    return { shown: () => counter.count(site.id, origin, clock.now()) };
  };
}
