import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyReply {
    /** The nonce that this answer's own scripts carry. */
    cspNonce: string;
  }
}

function contentSecurityPolicy(nonce: string, secure: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

const fixed = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(self), geolocation=(self), microphone=(), payment=(), usb=(), interest-cohort=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
};

/** Security headers on every answer, once; a route that serves something public sets its own caching. */
export function addHeaders(app: FastifyInstance): void {
  app.decorateReply("cspNonce", "");
  app.addHook("onRequest", async (request, reply) => {
    const secure = request.protocol === "https";
    reply.cspNonce = randomBytes(16).toString("base64");
    reply.headers(fixed);
    reply.header("content-security-policy", contentSecurityPolicy(reply.cspNonce, secure));
    reply.header("cache-control", "no-store");
    if (secure) reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
  });
}
