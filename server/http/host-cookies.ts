import type { FastifyReply, FastifyRequest } from "fastify";

/** The cookies that prove something: a session (R9.09), a known browser (D3.5), and the same for staff (D11.4). */
type HostCookie = "auth" | "device" | "staff" | "staff_device";

/**
 * The name in the browser. Over TLS it has the prefix with which browsers accept a cookie from this very host only:
 * another host of the domain can't plant one. Without TLS browsers refuse the prefix.
 */
const nameOf = (request: FastifyRequest, cookie: HostCookie) =>
  request.protocol === "https" ? (`__Host-${cookie}` as const) : cookie;

export function readHostCookie(request: FastifyRequest, cookie: HostCookie): string | undefined {
  return request.cookies[nameOf(request, cookie)];
}

/**
 * HttpOnly, and Secure over TLS. `sameSite` is `lax` unless the browser must not send it even for a link from another
 * site.
 */
export function cookieOptions(request: FastifyRequest, sameSite: "lax" | "strict" = "lax") {
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
