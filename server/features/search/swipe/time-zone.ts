import { timeZoneCookie } from "#contract/constants.ts";
import { timeZoneOr } from "#contract/time-zone.ts";
import type { Context } from "#server/http/handle.ts";

/** The time zone that the browser sends. A member can't get more likes by sending another one, see `likesAt`. */
export const timeZoneOf = ({ request }: Pick<Context, "request">) => timeZoneOr(request.cookies[timeZoneCookie], "UTC");
