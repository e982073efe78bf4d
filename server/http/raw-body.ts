import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** The JSON body as it was sent, for signatures over it; empty where there was none. */
    rawBody: string;
  }
}

/** Keeps the text of JSON bodies beside what it says; prototype poisoning is refused as by default. */
export function registerRawBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.decorateRequest("rawBody", "");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    request.rawBody = String(body);
    parse(request, request.rawBody, done);
  });
}
