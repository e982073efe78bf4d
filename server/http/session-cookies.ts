import type { FastifyReply, FastifyRequest } from "fastify";
import { authCookieDays, deviceCookieDays, lastSearchCookie } from "#contract/constants.ts";
import type { SessionChange } from "./after-commit.ts";
import type { Context } from "./handle.ts";
import type { Lookups } from "./lookups.ts";

/** The name of the session's cookie (R9.09). */
export const authCookie = "auth";
/** The name of the cookie that recognises a browser (D3.5). */
export const deviceCookie = "device";

export function cookieOptions(request: FastifyRequest) {
  return { path: "/", httpOnly: true, sameSite: "lax" as const, secure: request.protocol === "https" };
}

/**
 * Sets the cookies of the session, for 30 days, and of the browser, for 400: HttpOnly, Lax, Secure over TLS
 * (D3.4, D3.5).
 */
function setSessionCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  tokens: { session: string; device: string },
): void {
  const options = cookieOptions(request);
  reply.setCookie(authCookie, tokens.session, { ...options, maxAge: authCookieDays * 86_400 });
  if (tokens.device !== "")
    reply.setCookie(deviceCookie, tokens.device, { ...options, maxAge: deviceCookieDays * 86_400 });
}

/** Prolongs the cookies together with their session (D3.4). */
export function prolongSessionCookies(request: FastifyRequest, reply: FastifyReply): void {
  const { [authCookie]: session = "", [deviceCookie]: device = "" } = request.cookies;
  setSessionCookies(request, reply, { session, device });
}

/** Opens or closes the caller's session as the handler requested, and sets or clears its cookies. */
export async function changeSession(ctx: Context, lookups: Lookups, session: SessionChange): Promise<void> {
  const { site, viewer, now, userAgent, origin, request, reply } = ctx;
  if (session.openFor) {
    const replaces = viewer?.memberId === session.openFor ? viewer.tokenHash : undefined;
    const device = request.cookies[deviceCookie];
    const browser = { ip: request.ip, userAgent, origin, device, replaces };
    const tokens = await lookups.openSession({ accountId: session.openFor, site, now, ...browser });
    setSessionCookies(request, reply, tokens);
  }
  if (!session.close) return;
  // what the next person at this device could read of the member; the pages delete what is in the browser's storage
  reply.clearCookie(lastSearchCookie, { path: "/" });
  reply.clearCookie(authCookie, cookieOptions(request)).header("clear-site-data", '"cache"');
}
