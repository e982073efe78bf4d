import type { FastifyPluginAsync } from "fastify";
import {
  getTransparency,
  smallestPublished,
  type Tally,
  type Transparency,
  transparencyCsv,
} from "#contract/transparency.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { Failure } from "#server/http/fail.ts";
import { type CsvCell, csvLine } from "#server/lib/csv.ts";
import { showTransparency } from "./show-transparency.ts";

const countCell = (count: number | null): CsvCell => count ?? `1 to ${smallestPublished - 1}`;

/** Rows of what, kind and count; `rest` is of all kinds that have no row. */
function linesOf(numbers: Transparency): CsvCell[][] {
  const tallyLines = (what: string, { total, rows, rest }: Tally): CsvCell[][] => [
    [what, "total", countCell(total)],
    ...rows.map(({ kind, count }): CsvCell[] => [what, kind, count]),
    ...(rest === 0 ? [] : [[what, "rest", rest]]),
  ];
  const { reports, closed, decisions, objections, answered } = numbers;
  const hours = (seconds: number | null) => (seconds === null ? null : Math.round(seconds / 3600));
  return [
    ...tallyLines("reports", reports),
    ["reports_decided", "total", countCell(closed.total)],
    ["reports_decided", "median_hours", hours(closed.median_seconds)],
    ["notices", "total", countCell(numbers.notices.total)],
    ...tallyLines("decisions", decisions),
    ...tallyLines("sources", numbers.sources),
    ["objections", "total", countCell(objections.total)],
    ...tallyLines("objections_answered", answered),
    ["objections_answered", "median_hours", hours(numbers.answered_median_seconds)],
    ...tallyLines("program_decisions_appealed", numbers.programs),
  ];
}

export const serveTransparencyCsv: FastifyPluginAsync<EndpointOptions> = async (app, { services, callerOf }) => {
  app.get(transparencyCsv, { config: { limit: "document" } }, async (request, reply) => {
    const { site } = await callerOf(request);
    const asked = getTransparency.query.safeParse(request.query);
    const report = asked.success
      ? await showTransparency(services.db, site.id, asked.data.year, services.clock.now()).catch((error: unknown) => {
          if (error instanceof Failure) return undefined;
          throw error;
        })
      : undefined;
    if (!report) return reply.code(404).header("cache-control", "no-store").send();
    const { numbers } = report;
    const headings = ["year", "until", "what", "kind", "count"];
    const lines = linesOf(numbers).map((line) => csvLine([numbers.year, numbers.until, ...line]));
    return reply
      .header("cache-control", "public, max-age=3600")
      .header("content-disposition", `attachment; filename="transparency-${numbers.year}.csv"`)
      .type("text/csv; charset=utf-8; header=present")
      .send(csvLine(headings) + lines.join(""));
  });
};
