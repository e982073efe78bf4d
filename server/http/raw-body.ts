import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** The JSON body as it was sent, to verify signatures over it; empty if there was none. */
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
