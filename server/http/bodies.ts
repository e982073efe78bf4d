import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { fail } from "./fail.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The body as it was sent, JSON or a form, to verify signatures over it; empty if there was none. */
    rawBody: string;
  }
}

/** Keeps the raw text of JSON bodies beside the parsed value; prototype poisoning is refused as by default. */
export function registerRawBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.decorateRequest("rawBody", "");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    request.rawBody = String(body);
    parse(request, request.rawBody, done);
  });
}

const largestForm = 16 * 1024;

/** Accepts bodies of HTML forms as well, for the routes of `scope` only: as an object of texts. */
export function registerFormBodies(scope: FastifyInstance, bodyLimit = largestForm): void {
  const options = { parseAs: "string", bodyLimit } as const;
  scope.addContentTypeParser("application/x-www-form-urlencoded", options, (request, body, done) => {
    request.rawBody = String(body);
    done(null, Object.fromEntries(new URLSearchParams(request.rawBody)));
  });
}

/** Milliseconds for the headers of a request; a connection that sends none is closed after the same time. */
export const headersMs = 20_000;
/** Milliseconds for a whole request: longer than the limit of an upload (`receive-file.ts`), which then answers. */
export const requestMs = 6 * 60_000;
/** Milliseconds for the body of a request other than an upload: at most 256 kB. */
const bodyMs = 20_000;

const hasBody = (headers: IncomingHttpHeaders) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Otherwise a client could hold connections and half-read bodies as long as it likes. Call it before any route. */
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
