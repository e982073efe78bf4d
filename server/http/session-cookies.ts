import type { FastifyReply, FastifyRequest } from "fastify";
import { authCookieDays, deviceCookieDays, lastSearchCookie, timeZoneCookie } from "#contract/constants.ts";
import type { SessionChange } from "./after-commit.ts";
import { fail } from "./fail.ts";
import type { Context } from "./handle.ts";
import { clearHostCookie, readHostCookie, setHostCookie } from "./host-cookies.ts";
import type { Lookups } from "./lookups.ts";

/**
 * Sets the cookies of the session, for 30 days, and of the browser, for 180: HttpOnly, Lax, Secure over TLS
 * (D3.4, D3.5).
 */
function setSessionCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  tokens: { session: string; device: string },
): void {
  setHostCookie(request, reply, "auth", tokens.session, { seconds: authCookieDays * 86_400 });
  if (tokens.device !== "")
    setHostCookie(request, reply, "device", tokens.device, { seconds: deviceCookieDays * 86_400 });
}

/** Prolongs the cookies together with their session (D3.4). */
export function prolongSessionCookies(request: FastifyRequest, reply: FastifyReply): void {
  const session = readHostCookie(request, "auth") ?? "";
  const device = readHostCookie(request, "device") ?? "";
  setSessionCookies(request, reply, { session, device });
}

/**
 * Opens or closes the caller's session as the handler requested, and sets or clears its cookies. If the sessions of the
 * account were ended since it was checked, a login fails; what a committed transaction did is answered, without a
 * session.
 */
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
  for (const name of [lastSearchCookie, timeZoneCookie]) reply.clearCookie(name, { path: "/" });
  clearHostCookie(request, reply, "auth");
  reply.header("clear-site-data", '"cache"');
}
