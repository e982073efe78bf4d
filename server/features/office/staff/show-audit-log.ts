import {
  type AuditLogEntry,
  type AuditLogFilters,
  auditLogFilters,
  commandLine,
  getAuditLog,
} from "#contract/audit-log.ts";
import type { AnswerOf } from "#contract/call.ts";
import type { StaffRole } from "#contract/constants.ts";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { listKeys } from "../programs/keys-store.ts";
import { logReads } from "./audit.ts";
import { findEntries, findLastCheck, findMostOpened, type LogReader, type LogSearch } from "./audit-store.ts";
import { serveStaffCsv, writePages } from "./serve-staff-csv.ts";
import { findAll } from "./staff-store.ts";

/** How many days of the log are summed up, and how many lines of each kind. */
const opened = { days: 30, lines: 10 };

const entriesShown = 100;

function searchOf(reader: LogReader, { staff, member, action, key, from, to }: AuditLogFilters): LogSearch {
  return {
    reader,
    staffId: staff === commandLine ? null : staff,
    member,
    action,
    key,
    from: from === undefined ? null : new Date(from),
    until: to === undefined ? null : new Date(Date.parse(to) + dayMs),
  };
}

type EntryRow = Awaited<ReturnType<typeof findEntries>>[number];

const showEntry = ({ id, at, role, detail, ...row }: EntryRow): AuditLogEntry => ({
  ...row,
  id: Number(id),
  at: at.toISOString(),
  role: role as StaffRole | null,
  // only `appendLog` writes it, from an object of such values
  detail: detail as AuditLogEntry["detail"],
});

/** The entries before `before` that fit, newest first; its `before` is for the next page. */
export async function findAuditLog(
  db: Db,
  reader: LogReader,
  { before, ...filters }: AuditLogFilters & { before?: number | undefined } = {},
) {
  const search = searchOf(reader, filters);
  const rows = await findEntries(db, { ...search, before: before ?? null, limit: entriesShown + 1 });
  const entries = rows.slice(0, entriesShown).map(showEntry);
  return { entries, before: rows.length > entriesShown ? (entries.at(-1)?.id ?? null) : null };
}

/** The entries that fit before an entry, newest first, with what an admin needs to look through them. */
export async function showAuditLog(
  { db, staff, now }: StaffContext,
  query: AuditLogFilters & { before?: number | undefined },
): Promise<AnswerOf<typeof getAuditLog>> {
  const [entries, check, people, keys, mostOpened] = await Promise.all([
    findAuditLog(db, staff, query),
    findLastCheck(db),
    findAll(db),
    staff.sites === null ? listKeys(db) : [],
    findMostOpened(db, staff, new Date(now.getTime() - opened.days * dayMs), opened.lines),
  ]);
  return {
    ...entries,
    people: people.map(({ id, name, role }) => ({ id, name, role })),
    keys: keys.map(({ id, name }) => ({ id, name })),
    check: check
      ? { at: check.checked_at.toISOString(), broken: check.broken_id === null ? null : Number(check.broken_id) }
      : null,
    opened: { days: opened.days, ...mostOpened },
  };
}

const headings = ["id", "at", "staff", "role", "key", "action", "member", "subject", "reason", "detail"];

function cellsOf(row: EntryRow) {
  const { id, at, staff, role, key, action, member_id: member, subject, reason, detail } = showEntry(row);
  return [id, at, staff, role, key, action, member, subject, reason, JSON.stringify(detail)];
}

/** What the filters of the audit log leave, newest first. Reading it is an entry of the log itself, once an hour. */
export const serveAuditLogCsv = serveStaffCsv(
  "log",
  { ...getAuditLog, query: auditLogFilters },
  async ({ services: { db }, staff, now }, query) => {
    const { member: memberId, ...filters } = query;
    const subject = Object.entries(filters)
      .map((words) => words.join("="))
      .join(" ");
    const entry = { action: "log_exported", memberId: memberId ?? null, ...(subject !== "" && { subject }) } as const;
    await inTransaction(db, (trx) => logReads(trx, staff, now, [entry]));
    const read = (after: EntryRow | null, limit: number) =>
      findEntries(db, { ...searchOf(staff, query), before: after && Number(after.id), limit });
    return { name: `audit-log-${dayOf(now)}`, lines: writePages(headings, read, cellsOf) };
  },
);
