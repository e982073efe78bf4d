import type { FastifyRequest } from "fastify";
import { isbot } from "isbot";
import { isVariant, landerAt, variants } from "#contract/lander-address.ts";
import { pathIn } from "#contract/languages.ts";
import { trackingAt } from "#contract/tracking.ts";
import type { PageAddress } from "#server/http/page-address.ts";
import { authCookie } from "#server/http/session-cookies.ts";
import type { Services } from "#server/services.ts";
import type { Site } from "#server/site.ts";
import { originOf } from "./origin.ts";
import type { VisitCounter } from "./visit-counter.ts";

type Given = Pick<Services, "clock" | "random"> & {
  siteOf(hostname: string): Promise<Site | undefined>;
  counter: Pick<VisitCounter, "count">;
};

/** What follows from a page request: another address for it, or what to do once the page was shown. */
export type Arrival = { redirect: string } | { shown(): void };

/** Whether a request is for a page, and neither a member's nor that of a program that says it is one. */
function isGuest({ method, headers, cookies }: FastifyRequest): boolean {
  if (method !== "GET" || cookies[authCookie] !== undefined) return false;
  const agent = headers["user-agent"] ?? "";
  return agent !== "" && !isbot(agent);
}

/**
 * Whether a guest's request opens the first page of a visit: no link within the site, no reload, nothing fetched ahead.
 * It reads only what each browser sends anyway, and keeps none of it.
 */
function isFirst({ headers, host }: FastifyRequest): boolean {
  if (headers["cache-control"] !== undefined) return false;
  if (/prefetch|prerender|preview/i.test(`${headers["sec-purpose"] ?? ""}${headers.purpose ?? ""}`)) return false;
  const from = headers["sec-fetch-site"];
  if (from === "same-origin") return false;
  return from !== undefined || URL.parse(headers.referer ?? "")?.host !== host;
}

/**
 * Counts the visits of people who arrive (D10.2), and splits those of a lander whose variants the site compares: one
 * half each, by chance. The variant is in the address from then on, so that a reload, another language and the signup
 * keep it, without anything stored on the device.
 */
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
