import { defineFeature } from "#server/feature.ts";
import { endOldProposals, noteWorker } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { staffMembersRoutes } from "./members/routes.ts";
import { moneyRoutes } from "./money/routes.ts";
import { serveReceiptsCsv } from "./money/serve-csv.ts";
import { readLateness } from "./numbers/queue-store.ts";
import { numbersRoutes } from "./numbers/routes.ts";
import { serveNumbersCsv } from "./numbers/serve-numbers-csv.ts";
import { serveResultsCsv } from "./numbers/serve-results-csv.ts";
import { operationsRoutes } from "./operations/routes.ts";
import { officeRoutes } from "./routes.ts";
import { serveStaffFiles } from "./serve-files.ts";
import { fillWithFictional } from "./sites/jobs.ts";
import { staffSitesRoutes } from "./sites/routes.ts";
import { isAuditLogBroken } from "./staff/audit-store.ts";
import { purgeAuditLog, verifyAuditLog } from "./staff/jobs.ts";
import { staffRoutes } from "./staff/routes.ts";
import { serveAuditLogCsv } from "./staff/serve-log-csv.ts";

export { addDemoStaff, type DemoStaff } from "./staff/add-demo-staff.ts";
export { runLogged } from "./staff/audit.ts";
export { addStaff, changeStaffRole, disableStaff, listStaff, resetStaff } from "./staff/manage-staff.ts";
export { codeNow } from "./staff/rules.ts";
export { findStaffSession } from "./staff/sessions.ts";
export { findAuditLog } from "./staff/show-audit-log.ts";

export const office = defineFeature({
  routes: [
    ...staffRoutes,
    ...numbersRoutes,
    ...moneyRoutes,
    ...staffMembersRoutes,
    ...operationsRoutes,
    ...staffSitesRoutes,
    ...officeRoutes,
  ],
  endpoints: [serveAuditLogCsv, serveResultsCsv, serveNumbersCsv, serveReceiptsCsv, serveStaffFiles],
  jobs: [verifyAuditLog, purgeAuditLog, endOldProposals, fillWithFictional, noteWorker],
  gauges: [
    {
      name: "audit_log_broken",
      help: "1 if the last check found the audit log changed",
      read: async ({ db }) => Number(await isAuditLogBroken(db)),
    },
    {
      name: "staff_queue_lateness",
      help: "how long the oldest item of a queue of the back office waits, as a share of the queue's target time",
      label: "queue",
      readEach: ({ db, clock, config }) => readLateness(db, config.queueHours, clock.now()),
    },
  ],
  memberData,
  retention: [
    { table: "staff_sessions", column: "expires_at", keepDays: 0 },
    { table: "staff_invitations", column: "expires_at", keepDays: 0 },
    { table: "staff_reads", column: "hour", keepDays: 1 },
    { table: "staff_claims", column: "until", keepDays: 0 },
    // of an item that no one decided, because it went by itself
    { table: "staff_handovers", column: "created_at", keepDays: 30 },
    // the audit log names them for longer
    { table: "proposals", column: "decided_at", keepDays: 365 },
    { table: "audit_checks", column: "checked_at", keepDays: 365 },
  ],
});
