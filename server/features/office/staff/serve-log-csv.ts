import { auditLogFilters, getAuditLog } from "#contract/audit-log.ts";
import { dayOf } from "#contract/days.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { logReads } from "./audit.ts";
import { findEntries } from "./audit-store.ts";
import { serveStaffCsv, writePages } from "./serve-staff-csv.ts";
import { type EntryRow, searchOf, showEntry } from "./show-audit-log.ts";

const headings = ["id", "at", "staff", "role", "action", "member", "subject", "reason", "detail"];

function cellsOf(row: EntryRow) {
  const { id, at, staff, role, action, member_id: member, subject, reason, detail } = showEntry(row);
  return [id, at, staff, role, action, member, subject, reason, JSON.stringify(detail)];
}

/** What the filters of the audit log leave, newest first. Reading it is an entry of the log itself, once an hour. */
export const serveAuditLogCsv = serveStaffCsv(
  "log",
  { roles: getAuditLog.roles, query: auditLogFilters },
  async ({ services: { db }, staff, now }, query) => {
    const { member: memberId, ...filters } = query;
    const subject = Object.entries(filters)
      .map((words) => words.join("="))
      .join(" ");
    const entry = { action: "log_exported", memberId: memberId ?? null, ...(subject !== "" && { subject }) };
    await inTransaction(db, (trx) => logReads(trx, staff, now, [entry]));
    const read = (after: EntryRow | null, limit: number) =>
      findEntries(db, { ...searchOf(query), before: after && Number(after.id), limit });
    return { name: `audit-log-${dayOf(now)}`, lines: writePages(headings, read, cellsOf) };
  },
);
