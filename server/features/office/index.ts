import { defineFeature } from "#server/feature.ts";
import { type MemberData, memberTable } from "#server/member-data.ts";
import { serveDisputesCsv } from "./disputes/serve-csv.ts";
import { serveEvidence } from "./disputes/serve-evidence.ts";
import { disputeGauge, watchDisputes } from "./disputes/watch-ratio.ts";
import { decideHeld } from "./held-decisions.ts";
import { pullRefusals } from "./installations/refusals.ts";
import { staffLooks } from "./members/looks.ts";
import { staffMembersRoutes } from "./members/routes.ts";
import { refundClosingSites } from "./money/refund-all.ts";
import { moneyRoutes } from "./money/routes.ts";
import { serveReceiptsCsv } from "./money/serve-csv.ts";
import { readLateness } from "./numbers/queue-states.ts";
import { serveNumbersCsv, serveResultsCsv } from "./numbers/serve-csv.ts";
import { noteWorker } from "./operations/show-operations.ts";
import { closePartnerMonths, notePartnerSales } from "./partners/close-months.ts";
import { partnersRoutes } from "./partners/routes.ts";
import { servePayouts } from "./partners/serve-payouts.ts";
import { programsRoutes } from "./programs/routes.ts";
import { endOldProposals } from "./proposals/propose.ts";
import { serveCohortsCsv, serveRevenueCsv } from "./revenue/serve-csv.ts";
import { officeRoutes } from "./routes.ts";
import { serveStaffFiles } from "./serve-files.ts";
import { serveSettlementsCsv } from "./settlements/serve-csv.ts";
import { removeSites } from "./sites/closing.ts";
import { fillWithFictional } from "./sites/new-site.ts";
import { staffSitesRoutes } from "./sites/routes.ts";
import { servePreview } from "./sites/serve-preview.ts";
import { isAuditLogBroken } from "./staff/audit-store.ts";
import { purgeAuditLog, verifyAuditLog } from "./staff/jobs.ts";
import { staffRoutes } from "./staff/routes.ts";
import { serveAuditLogCsv } from "./staff/show-audit-log.ts";

export { closeNextMonth, lastClosable } from "./partners/close-months.ts";
export { insertSales } from "./partners/statement-store.ts";
export { findProgramByKey } from "./programs/find-program.ts";
export { beginRemoval } from "./sites/closing.ts";
export { countClosing } from "./sites/closing-store.ts";
export { runLogged } from "./staff/audit.ts";
export {
  addDemoStaff,
  addStaff,
  changeStaffRole,
  type DemoStaff,
  disableStaff,
  limitStaffByEmail,
  listStaff,
  resetStaff,
} from "./staff/manage-staff.ts";
export { codeNow } from "./staff/rules.ts";
export { findStaffSession } from "./staff/sessions.ts";
export { findAuditLog } from "./staff/show-audit-log.ts";
export { areOnSites } from "./staff/site-things-store.ts";
export { findEndedDemoLogin } from "./staff/staff-store.ts";

/** What the tables of this area hold about a member, and what of it the archive withholds. */
const memberData: readonly MemberData[] = [
  memberTable("proposals", "member_id", {
    withheld: { staff_id: "who of the team proposed it", decided_by: "who of the team decided on it" },
    orderBy: "created_at",
  }),
  memberTable("credit_changes", "member_id", {
    withheld: { staff_id: "who of the team gave or took them", decided_by: "who of the team confirmed it" },
    orderBy: "created_at",
  }),
  memberTable("staff_notes", "member_id", {
    withheld: { staff_id: "who of the team wrote it" },
    orderBy: "created_at",
  }),
  staffLooks,
];

export const office = defineFeature({
  routes: [
    ...staffRoutes,
    ...moneyRoutes,
    ...partnersRoutes,
    ...programsRoutes,
    ...staffMembersRoutes,
    ...staffSitesRoutes,
    ...officeRoutes,
  ],
  endpoints: [
    serveAuditLogCsv,
    serveResultsCsv,
    serveNumbersCsv,
    serveRevenueCsv,
    serveCohortsCsv,
    serveDisputesCsv,
    serveEvidence,
    serveSettlementsCsv,
    servePayouts,
    serveReceiptsCsv,
    serveStaffFiles,
    servePreview,
  ],
  jobs: [
    decideHeld,
    verifyAuditLog,
    purgeAuditLog,
    endOldProposals,
    fillWithFictional,
    noteWorker,
    pullRefusals,
    refundClosingSites,
    watchDisputes,
    notePartnerSales,
    closePartnerMonths,
    removeSites,
  ],
  gauges: [
    disputeGauge,
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
    // its installation deletes it earlier, unless it does not answer for years
    { table: "shared_refusals", column: "decided_at", keepDays: 5 * 365 },
    // of a job that kept failing
    { table: "held_decisions", column: "held_at", keepDays: 30 },
    // of an item that no one decided, because it went by itself
    { table: "staff_handovers", column: "created_at", keepDays: 30 },
    // the audit log names them for longer
    { table: "proposals", column: "decided_at", keepDays: 365 },
    { table: "audit_checks", column: "checked_at", keepDays: 365 },
  ],
});
