import { Readable } from "node:stream";
import type { FastifyPluginAsync } from "fastify";
import { type AuditLogFilters, auditLogFilters, getAuditLog } from "#contract/audit-log.ts";
import { dayOf } from "#contract/days.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { csvLine } from "#server/lib/csv.ts";
import { logReads } from "./audit.ts";
import { findEntries } from "./audit-store.ts";
import { findStaffSession } from "./sessions.ts";
import { searchOf, showEntry } from "./show-audit-log.ts";

/** Rows that are read from the database at once. */
const batch = 1000;

const headings = ["id", "at", "staff", "role", "action", "member", "subject", "reason", "detail"];

/** The entries that fit, newest first, read page by page: neither memory nor a transaction holds all of them. */
async function* writeLines(db: Db, filters: AuditLogFilters): AsyncGenerator<string> {
  yield csvLine(headings);
  let before: number | null = null;
  do {
    const rows: Awaited<ReturnType<typeof findEntries>> = await findEntries(db, {
      ...searchOf(filters),
      before,
      limit: batch,
    });
    const entries = rows.map(showEntry);
    yield entries
      .map(({ id, at, staff, role, action, member_id: member, subject, reason, detail }) =>
        csvLine([id, at, staff, role, action, member, subject, reason, JSON.stringify(detail)]),
      )
      .join("");
    before = rows.length === batch ? (entries.at(-1)?.id ?? null) : null;
  } while (before !== null);
}

/**
 * `GET /staff-csv/log`: what the filters of the audit log leave, for admins; each request checks that, and is an entry
 * of the log itself, once an hour. For all others it is a 404, like filters that can't be read.
 */
export const serveAuditLogCsv: FastifyPluginAsync<EndpointOptions> = async (app, { services }) => {
  app.get("/staff-csv/log", { config: { limit: "document" } }, async (request, reply) => {
    const now = services.clock.now();
    const session = await findStaffSession(services, request, now);
    const query = auditLogFilters.safeParse(request.query);
    if (!session || !getAuditLog.roles.includes(session.role) || !query.success) {
      return reply.code(404).header("cache-control", "no-store").send();
    }
    const { member: memberId, ...filters } = query.data;
    const subject = Object.entries(filters)
      .map((words) => words.join("="))
      .join(" ");
    const entry = { action: "log_exported", memberId: memberId ?? null, ...(subject !== "" && { subject }) };
    await inTransaction(services.db, (trx) => logReads(trx, session, now, [entry]));
    return reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="audit-log-${dayOf(now)}.csv"`)
      .type("text/csv; charset=utf-8; header=present")
      .send(Readable.from(writeLines(services.db, query.data)));
  });
};
