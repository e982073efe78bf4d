import { timeZoneOr } from "#contract/time-zone.ts";
import type { Context } from "#server/http/handle.ts";

/** The time zone that the member's browser names; `likesAt` makes sure that naming another one brings no more likes. */
export const timeZoneOf = ({ request }: Pick<Context, "request">) => timeZoneOr(request.cookies.tz, "UTC");
