import type { FastifyPluginAsync } from "fastify";
import type { AnswerOf } from "#contract/call.ts";
import { dayOf } from "#contract/days.ts";
import { getNumbers, numbersQuery } from "#contract/numbers.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { csvLine } from "#server/lib/csv.ts";
import { toDecimal } from "#server/ports/payments/port.ts";
import { findStaffSession } from "../staff/sessions.ts";
import { showNumbers } from "./show-numbers.ts";

const counted = [
  "from",
  "signups",
  "confirmations",
  "last_seen",
  "messages",
  "matches",
  "chats",
  "answered",
  "answer_seconds",
] as const;

function csvOf({ rows, revenue }: Pick<AnswerOf<typeof getNumbers>, "rows" | "revenue">): string {
  const currencies = [...new Set(revenue.map(({ currency }) => currency))].sort();
  const headings = [...counted, ...currencies.flatMap((currency) => [`paid_${currency}`, `returned_${currency}`])];
  const lines = rows.map((row) => {
    const sums = currencies.flatMap((currency) => {
      const found = revenue.find((sum) => sum.from === row.from && sum.currency === currency);
      return [found?.paid ?? 0, found?.back ?? 0].map((minor) => ({ decimal: toDecimal(minor, currency) }));
    });
    return csvLine([...counted.map((name) => row[name]), ...sums]);
  });
  return [csvLine(headings), ...lines].join("");
}

/**
 * `GET /staff-csv/numbers`: the rows of the page of numbers, for the roles that see them; each request checks that. For
 * all others it is a 404, like a question that can't be read.
 */
export const serveNumbersCsv: FastifyPluginAsync<EndpointOptions> = async (app, { services }) => {
  app.get("/staff-csv/numbers", { config: { limit: "document" } }, async (request, reply) => {
    const now = services.clock.now();
    const session = await findStaffSession(services, request, now);
    const asked = numbersQuery.safeParse(request.query);
    if (!session || !getNumbers.roles.includes(session.role) || !asked.success) {
      return reply.code(404).header("cache-control", "no-store").send();
    }
    const { site = "all", by } = asked.data;
    const numbers = await showNumbers(services, asked.data, now);
    return reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="numbers-${site}-${by}-${dayOf(now)}.csv"`)
      .type("text/csv; charset=utf-8; header=present")
      .send(csvOf(numbers));
  });
};
