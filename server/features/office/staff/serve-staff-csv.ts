import { Readable } from "node:stream";
import type { FastifyPluginAsync } from "fastify";
import type { z } from "zod";
import type { SiteUse } from "#contract/call.ts";
import type { StaffRole } from "#contract/constants.ts";
import type { EndpointOptions } from "#server/feature.ts";
import type { Staff } from "#server/http/handle.ts";
import { type CsvCell, csvLine } from "#server/lib/csv.ts";
import type { Services } from "#server/services.ts";
import type { Site } from "#server/site.ts";
import { findStaffSession } from "./sessions.ts";

type CsvContext = { services: Services; site: Site; staff: Staff; now: Date };

/** The name of a file without `.csv`, and its lines. */
type CsvFile = { name: string; lines: Iterable<string> | AsyncIterable<string> };

/** Serves a call's answer as CSV, to those who may make the call; others get a 404, as for what can't be read. */
export const serveStaffCsv =
  <Q extends z.ZodType>(
    name: string,
    { roles, sites, query }: { roles: readonly StaffRole[]; sites: SiteUse; query: Q },
    write: (ctx: CsvContext, query: z.output<Q>) => Promise<CsvFile>,
  ): FastifyPluginAsync<EndpointOptions> =>
  async (app, { services, callerOf }) => {
    app.get(`/staff-csv/${name}`, { config: { limit: "document" } }, async (request, reply) => {
      const now = services.clock.now();
      const staff = await findStaffSession(services, request, now);
      const asked = query.safeParse(request.query);
      reply.header("cache-control", "no-store");
      const isAllowed = staff && roles.includes(staff.role) && (staff.everywhere || sites === "own");
      if (!isAllowed || !asked.success) return reply.code(404).send();
      const { site } = await callerOf(request);
      const file = await write({ services, site, staff, now }, asked.data);
      return reply
        .header("content-disposition", `attachment; filename="${file.name}.csv"`)
        .type("text/csv; charset=utf-8; header=present")
        .send(Readable.from(file.lines));
    });
  };

const batch = 1000;

/** Lines of CSV, read page by page: neither memory nor a transaction holds all. `read` gets the last row read. */
export async function* writePages<R>(
  headings: readonly string[],
  read: (after: R | null, limit: number) => Promise<R[]>,
  toCells: (row: R) => CsvCell[],
): AsyncGenerator<string> {
  yield csvLine(headings);
  let after: R | null = null;
  do {
    const rows: R[] = await read(after, batch);
    yield rows.map((row) => csvLine(toCells(row))).join("");
    after = rows.length === batch ? (rows.at(-1) ?? null) : null;
  } while (after !== null);
}
