import { defineFeature } from "#server/feature.ts";
import { isAuditLogBroken } from "./audit-store.ts";
import { purgeAuditLog, purgeStaffAccess, verifyAuditLog } from "./jobs.ts";
import { staffRoutes } from "./routes.ts";
import { serveAuditLogCsv } from "./serve-log-csv.ts";

export { addDemoStaff, type DemoStaff } from "./add-demo-staff.ts";
export {
  type AuditEntry,
  handleLogged,
  handleRead,
  type Logged,
  logReads,
  runLogged,
} from "./audit.ts";
export { addStaff, changeStaffRole, disableStaff, listStaff, resetStaff } from "./manage-staff.ts";
export { codeNow } from "./rules.ts";
export { findStaffSession } from "./sessions.ts";
export { findAuditLog } from "./show-audit-log.ts";

export const staff = defineFeature({
  routes: staffRoutes,
  endpoints: [serveAuditLogCsv],
  jobs: [verifyAuditLog, purgeAuditLog, purgeStaffAccess],
  gauges: [
    {
      name: "audit_log_broken",
      help: "1 if the last check found the audit log changed",
      read: async ({ db }) => Number(await isAuditLogBroken(db)),
    },
  ],
});
