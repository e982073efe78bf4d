import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { fail } from "./fail.ts";

/** Milliseconds for the headers of a request; a connection that sends none is closed after the same time. */
export const headersMs = 20_000;
/** Milliseconds for a whole request: longer than the limit of an upload (`receive-file.ts`), which then answers. */
export const requestMs = 6 * 60_000;
/** Milliseconds for the body of a request other than an upload: at most 256 kB. */
const bodyMs = 20_000;

const hasBody = (headers: IncomingHttpHeaders) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Aborts requests whose body does not arrive. Otherwise a client could hold connections, and the memory of half-read
 * bodies, for as long as it likes. Calls with `upload` have their own, longer limit. Call this before adding any route.
 */
export function registerBodyLimits(app: FastifyInstance, longestMs = bodyMs): void {
  app.addHook("preParsing", async (request, _reply, payload) => {
    // a request without a body is never read, so its `end` would never come: event streams would be cut
    if (!hasBody(request.headers) || request.routeOptions.config.call?.upload) return payload;
    const timer = setTimeout(() => request.raw.destroy(fail("malformed_request")), longestMs);
    const received = () => clearTimeout(timer);
    request.raw.once("end", received).once("close", received);
    return payload;
  });
}
