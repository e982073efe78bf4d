import { Readable } from "node:stream";
import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";
import { getMoney } from "#contract/money.ts";
import type { Db } from "#server/db/pool.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { formatNumber } from "#server/features/payments/index.ts";
import { csvLine } from "#server/lib/csv.ts";
import { toDecimal } from "#server/ports/payments/port.ts";
import { findStaffSession } from "../staff/sessions.ts";
import { chooseSites } from "./choose-sites.ts";
import { type CsvRow, listIssued, type Period } from "./revenue-store.ts";
import { readPeriod } from "./rules.ts";

const query = getMoney.query.extend({ currency: z.string().regex(/^[A-Z]{3}$/) });

/** Rows that are read from the database at once. */
const batch = 1000;

const headings = [
  "number",
  "kind",
  "issued_at",
  "site",
  "company",
  "country",
  "method",
  "credits",
  "currency",
  "gross",
  "vat_percent",
  "vat",
  "net",
  "payment",
];

function toLine(row: CsvRow, currency: string): string {
  const sign = row.kind === "receipt" ? 1 : -1;
  const minus = sign === 1 ? "" : "-";
  const decimal = (minor: number) => ({ decimal: `${minus}${toDecimal(minor, currency)}` });
  return csvLine([
    formatNumber(row),
    row.kind,
    row.at.toISOString(),
    row.site,
    row.company,
    row.country,
    row.method,
    row.credits * sign,
    currency,
    decimal(row.amount),
    row.percent,
    decimal(row.vat),
    decimal(row.amount - row.vat),
    row.payment_id,
  ]);
}

/** The lines of one currency, read page by page, so that neither memory nor a transaction holds all of them. */
async function* writeLines(db: Db, period: Period, currency: string): AsyncGenerator<string> {
  yield csvLine(headings);
  let after: CsvRow | null = null;
  do {
    const rows: CsvRow[] = await listIssued(db, period, { currency, after, limit: batch });
    yield rows.map((row) => toLine(row, currency)).join("");
    after = rows.length === batch ? (rows.at(-1) ?? null) : null;
  } while (after !== null);
}

/**
 * `GET /staff-csv/receipts`: the receipts and credit notes of a period in one currency, for the roles that see the
 * money; each request checks that. For all others it is a 404, like a period that can't be read.
 */
export const serveReceiptsCsv: FastifyPluginAsync<EndpointOptions> = async (app, { services }) => {
  app.get("/staff-csv/receipts", { config: { limit: "document" } }, async (request, reply) => {
    const now = services.clock.now();
    const session = await findStaffSession(services, request, now);
    const asked = query.safeParse(request.query);
    if (!session || !getMoney.roles.includes(session.role) || !asked.success) {
      return reply.code(404).header("cache-control", "no-store").send();
    }
    const { currency, site } = asked.data;
    const { first, last, from, until } = readPeriod(asked.data, now);
    const { ids: siteIds } = await chooseSites(services.db, site);
    return reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="receipts-${currency}-${first}-${last}.csv"`)
      .type("text/csv; charset=utf-8; header=present")
      .send(Readable.from(writeLines(services.db, { siteIds, from, until }, currency)));
  });
};
