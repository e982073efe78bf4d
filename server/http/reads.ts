import type { FastifyInstance } from "fastify";
import { readWithoutPrimary } from "#server/db/read-without-primary.ts";
import type { Services } from "#server/services.ts";

/** Requests that only read go on at the replicas while the database has no primary. */
export function registerReads(app: FastifyInstance, services: Pick<Services, "withoutPrimary">): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    readWithoutPrimary(isRead ? services.withoutPrimary : undefined, done);
  });
}
