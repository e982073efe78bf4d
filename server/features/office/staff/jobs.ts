import { dayMs } from "#contract/durations.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { deleteOldEntries, findBreak, insertCheck, isWholeDue } from "./audit-store.ts";
import { anonymiseFormerStaff } from "./staff-store.ts";

const yearMs = 365.25 * dayMs;
/** The audit log is kept for so many years; the trigger of the migration `retention` has the same number. */
const auditYears = 5;

/**
 * From the last good check on, the whole once a week (D11.4). Logs the last hash, a copy that an attacker who rewrites
 * the chain in the database can't change. A broken chain is logged as an error, and shown to admins.
 */
export const verifyAuditLog = defineScheduledJob({
  name: "verify-audit-log",
  every: "43 * * * *",
  run: async ({ db, clock, log }) => {
    const now = clock.now();
    const whole = await isWholeDue(db, new Date(now.getTime() - 7 * dayMs));
    const brokenId = await findBreak(db, whole);
    const last = await insertCheck(db, { brokenId, whole, now });
    if (brokenId === null) log.info(last, "the audit log is intact");
    else log.error({ ...last, brokenId }, "the audit log was changed");
  },
});

/** Deletes after five years and a day: the database refuses to delete younger entries by its own clock. */
export const purgeAuditLog = defineScheduledJob({
  name: "purge-audit-log",
  every: "17 5 * * *",
  run: async ({ db, clock }) => {
    const ago = (years: number) => new Date(clock.now().getTime() - years * yearMs - dayMs);
    await deleteOldEntries(db, ago(auditYears));
    await anonymiseFormerStaff(db, ago(auditYears));
  },
});
