import { deleteByAge, type Retention } from "#server/db/delete-by-age.ts";
import { noteDone } from "#server/db/last-done.ts";
import { keysRetention } from "#server/http/idempotency.ts";
import { forEachRow } from "#server/jobs/for-each-row.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { features } from "./index.ts";

/** Every period after which rows are deleted by their age alone. */
export const retention: readonly Retention[] = [
  keysRetention,
  ...features.flatMap((feature) => feature.retention ?? []),
];

/**
 * A failure of one table stops no other; the run fails at its end, and the next one tries again. The doctor and the
 * screen Operations show the last run in which all tables went well.
 */
export const purgeOldRows = defineScheduledJob({
  name: "purge-old-rows",
  every: "47 * * * *",
  expireInSeconds: 3_300,
  async run(services) {
    const { db, clock, log } = services;
    const now = clock.now();
    const failure = { failure: "old rows were not deleted", about: ({ table }: Retention) => ({ table }) };
    const deleted: Record<string, number> = {};
    try {
      await forEachRow(services, retention, failure, async (period) => {
        const rows = await deleteByAge(db, period, now);
        if (rows > 0) deleted[period.table] = (deleted[period.table] ?? 0) + rows;
      });
    } finally {
      log.info({ deleted }, "old rows were deleted");
    }
    await noteDone(db, "retention", clock.now());
  },
});
