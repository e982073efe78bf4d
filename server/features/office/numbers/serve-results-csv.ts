import type { FastifyPluginAsync } from "fastify";
import { getResults, resultsQuery } from "#contract/results.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { csvOf } from "#server/features/advertising/index.ts";
import { findStaffSession } from "../staff/sessions.ts";
import { listResults } from "./show-results.ts";

/**
 * `GET /staff-csv/results`: the rows of the page of results, for the roles that see them; each request checks that. For
 * all others it is a 404, like a question that can't be read.
 */
export const serveResultsCsv: FastifyPluginAsync<EndpointOptions> = async (app, { services, callerOf }) => {
  app.get("/staff-csv/results", { config: { limit: "document" } }, async (request, reply) => {
    const now = services.clock.now();
    const session = await findStaffSession(services, request, now);
    const asked = resultsQuery.safeParse(request.query);
    const { site } = await callerOf(request);
    if (!session || !getResults.roles.includes(session.role) || !asked.success) {
      return reply.code(404).header("cache-control", "no-store").send();
    }
    const { key, period, by, rows } = await listResults({ db: services.db, site, now }, asked.data);
    return reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="results-${key}-${period.from}-${period.to}.csv"`)
      .type("text/csv; charset=utf-8; header=present")
      .send(csvOf(rows, by).join(""));
  });
};
