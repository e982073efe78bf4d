import type { FastifyReply, FastifyRequest } from "fastify";
import { type CookieName, cookieDays, memberCookies, timeZoneCookie } from "#contract/constants.ts";
import { timeZoneOr } from "#contract/time-zone.ts";
import type { SessionChange } from "./after-commit.ts";
import { fail } from "./fail.ts";
import type { Context } from "./handle.ts";
import type { Lookups } from "./lookups.ts";

/** A session of staff, which ends with the working day, and a browser that they have used. */
export const staffCookies = ["staff", "staff_device"] as const;

/** The cookies that prove something: a session, a known browser, and the same for staff. */
type HostCookie = "auth" | "device" | (typeof staffCookies)[number];

/** TLS adds the prefix by which no other host of the domain can plant it; without TLS browsers refuse that. */
const nameOf = (request: FastifyRequest, cookie: HostCookie) =>
  request.protocol === "https" ? (`__Host-${cookie}` as const) : cookie;

export function readHostCookie(request: FastifyRequest, cookie: HostCookie): string | undefined {
  return request.cookies[nameOf(request, cookie)];
}

/** `sameSite` is `lax` unless the browser must not send it even for a link from another site. */
function cookieOptions(request: FastifyRequest, sameSite: "lax" | "strict" = "lax") {
  return { path: "/", httpOnly: true, sameSite, secure: request.protocol === "https" };
}

type Lasting = { seconds: number; sameSite?: "lax" | "strict" };

export function setHostCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: HostCookie,
  value: string,
  { seconds, sameSite }: Lasting,
): void {
  reply.setCookie(nameOf(request, cookie), value, { ...cookieOptions(request, sameSite), maxAge: seconds });
}

export function clearHostCookie(request: FastifyRequest, reply: FastifyReply, cookie: HostCookie): void {
  reply.clearCookie(nameOf(request, cookie), cookieOptions(request));
}

/** Sets a cookie that proves nothing; null deletes it. */
export function setPlainCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: Exclude<CookieName, HostCookie>,
  value: string | null,
): void {
  if (value === null) reply.clearCookie(name, cookieOptions(request));
  else reply.setCookie(name, value, { ...cookieOptions(request), maxAge: (cookieDays[name] ?? 0) * 86_400 });
}

/** The session's cookie lasts 30 days, the browser's 180 (D3.4, D3.5). */
function setSessionCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  tokens: { session: string; device: string },
): void {
  setHostCookie(request, reply, "auth", tokens.session, { seconds: cookieDays.auth * 86_400 });
  if (tokens.device !== "")
    setHostCookie(request, reply, "device", tokens.device, { seconds: cookieDays.device * 86_400 });
}

/** Prolongs the cookies together with their session. */
export function prolongSessionCookies(request: FastifyRequest, reply: FastifyReply): void {
  const session = readHostCookie(request, "auth") ?? "";
  const device = readHostCookie(request, "device") ?? "";
  setSessionCookies(request, reply, { session, device });
}

/** The time zone that the browser sends, as it likes: it opens nothing, see `likesAt` for the likes of a day. */
export const timeZoneOf = ({ request }: Pick<Context, "request">): string =>
  timeZoneOr(request.cookies[timeZoneCookie], "UTC");

/** If the sessions were ended since the check, a login fails; what a transaction did is answered without a session. */
export async function changeSession(ctx: Context, lookups: Lookups, session: SessionChange): Promise<void> {
  const { site, viewer, now, userAgent, origin, request, reply } = ctx;
  if (session.open) {
    const { accountId, epoch, refusal } = session.open;
    if (epoch === undefined) throw new Error("a call without a transaction opens a session without a proof");
    const replaces = viewer?.memberId === accountId ? viewer.tokenHash : undefined;
    const device = readHostCookie(request, "device");
    const browser = { ip: request.ip, userAgent, origin, device, replaces };
    const tokens = await lookups.openSession({ accountId, epoch, site, now, ...browser });
    if (!tokens && refusal) throw fail(refusal);
    if (tokens) setSessionCookies(request, reply, tokens);
  }
  if (!session.close) return;
  // what the next person at this device could read of the member; the pages delete what is in the browser's storage
  for (const name of memberCookies) setPlainCookie(request, reply, name, null);
  clearHostCookie(request, reply, "auth");
  reply.header("clear-site-data", '"cache"');
}
