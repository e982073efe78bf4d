import type { FastifyInstance } from "fastify";

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
export function registerFormBodies(scope: FastifyInstance): void {
  const options = { parseAs: "string", bodyLimit: largestForm } as const;
  scope.addContentTypeParser("application/x-www-form-urlencoded", options, (request, body, done) => {
    request.rawBody = String(body);
    done(null, Object.fromEntries(new URLSearchParams(request.rawBody)));
  });
}
