import type { FastifyRequest } from "fastify";
import type { Site } from "#server/site.ts";
import { fail } from "./fail.ts";
import type { Viewer } from "./handle.ts";
import { readHostCookie } from "./host-cookies.ts";
import type { Lookups } from "./lookups.ts";

/** The site of a request, and the member who is logged in there; `renewed` if the session was prolonged. */
export type Caller = { site: Site; viewer: Viewer | null; renewed: boolean };

/** The site and the caller of a request. In production a host without a site is rejected (D2.1). */
export async function findCaller(lookups: Lookups, request: FastifyRequest, now: Date): Promise<Caller> {
  const site = await lookups.siteOf(request.hostname);
  if (!site) throw fail("unknown_site");
  const token = readHostCookie(request, "auth");
  const found = token ? await lookups.viewerOf(token, site, now) : null;
  return { site, viewer: found?.viewer ?? null, renewed: found?.renewed ?? false };
}
