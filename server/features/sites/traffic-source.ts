import type { FastifyRequest } from "fastify";
import type { Settings } from "#contract/sites.ts";
import { hasTrafficSource, searchShown, type Tracking, trackingHeader, trackingIn } from "#contract/tracking.ts";
import type { Site } from "#server/site.ts";

type Rules = Pick<Settings, "logged_out_search" | "logged_out_search_trafficsource">;

/** The visit's tracking record, which the page sends with each request; null without a traffic source. */
export function visitTracking({ headers }: Pick<FastifyRequest, "headers">): Tracking | null {
  const sent = headers[trackingHeader];
  const tracking = trackingIn(new URLSearchParams(typeof sent === "string" ? sent : ""));
  return hasTrafficSource(tracking) ? tracking : null;
}

/** What a visitor may see of the members. */
export function visitorsSee(settings: Rules, request: FastifyRequest): Settings["logged_out_search"] {
  return searchShown(settings, visitTracking(request));
}

/** Photos get signed addresses if only the traffic source shows members: their requests carry no record of it. */
export function siteForVisitor(site: Site, request: FastifyRequest): Site {
  const { settings, signedPhotoUrl } = site;
  const bySource = settings.logged_out_search === "none" && visitorsSee(settings, request) !== "none";
  return bySource ? { ...site, photoUrl: signedPhotoUrl } : site;
}
