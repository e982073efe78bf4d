import type { FastifyInstance, FastifyRequest } from "fastify";
import { nextRandomBytes } from "#server/crypto/seal.ts";

declare module "fastify" {
  interface FastifyReply {
    /** The CSP nonce of this answer's own scripts. */
    cspNonce: string;
  }
}

export const nonceSource = (nonce: string) => `'nonce-${nonce}'`;

/** How the browser reached the server: over TLS or not. */
type Protocol = FastifyRequest["protocol"];

/** What an answer may load beyond the site's own files. */
type OwnSources = {
  /** A nonce or hashes. */
  scripts: string;
  /** Hashes; empty if the answer has no styles of its own. */
  styles?: string;
  /** Another origin that photos are loaded from; empty: none. Scripts and styles are always the site's own. */
  photos?: string;
};

/** The content security policy of an answer: what it may load, and which inline scripts and styles may run. */
export function contentSecurityPolicy({ scripts, styles = "", photos = "" }: OwnSources, protocol: Protocol): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts}`,
    `style-src 'self' ${styles}`.trimEnd(),
    `img-src 'self' ${photos === "" ? "" : `${photos} `}data: blob:`,
    // a recording is heard before it is sent
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(protocol === "https" ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

const fixedHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(self), geolocation=(self), microphone=(self), payment=(), usb=(), interest-cohort=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
};

export function securityHeaders(nonce: string, protocol: Protocol): Record<string, string> {
  return {
    ...fixedHeaders,
    "content-security-policy": contentSecurityPolicy({ scripts: nonceSource(nonce) }, protocol),
    "cache-control": "no-store",
    ...(protocol === "https" ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

export const newNonce = () => nextRandomBytes(16).toString("base64");

/** Adds security headers to every answer; a route with public content sets its own caching. */
export function registerHeaders(app: FastifyInstance): void {
  app.decorateReply("cspNonce", "");
  app.addHook("onRequest", async (request, reply) => {
    reply.cspNonce = newNonce();
    reply.headers(securityHeaders(reply.cspNonce, request.protocol));
  });
}
