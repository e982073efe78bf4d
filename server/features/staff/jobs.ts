import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";
import { findBreak, insertCheck } from "./audit-store.ts";

/**
 * Verifies the chain of the audit log (D11.4). The log line with the last hash is a copy outside of the database: who
 * could rewrite the whole chain there can't rewrite that. A broken chain is logged as an error, and shown to admins.
 */
export const verifyAuditLog = defineJob({
  name: "verify-audit-log",
  data: z.object({}),
  every: "43 * * * *",
  run: async ({ db, clock, log }) => {
    const brokenId = await findBreak(db);
    const last = await insertCheck(db, brokenId, clock.now());
    if (brokenId === null) log.info(last, "the audit log is whole");
    else log.error({ ...last, brokenId }, "the audit log was changed");
  },
});
