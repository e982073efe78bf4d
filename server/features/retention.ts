import { deleteByAge, type Retention } from "#server/db/delete-by-age.ts";
import { noteDone } from "#server/db/last-done.ts";
import { keysRetention } from "#server/http/idempotency.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { features } from "./index.ts";

/** Every period after which rows are deleted by their age alone. */
export const retention: readonly Retention[] = [
  keysRetention,
  ...features.flatMap((feature) => feature.retention ?? []),
];

/**
 * D3.9, R9.04. A failure of one table stops no other; the run fails at its end, and the next one tries again. The
 * doctor and the screen Operations show the last run in which all tables went well.
 */
export const purgeOldRows = defineScheduledJob({
  name: "purge-old-rows",
  every: "47 * * * *",
  expireInSeconds: 3_300,
  async run({ db, clock, log }) {
    const now = clock.now();
    const deleted: Record<string, number> = {};
    const failed: string[] = [];
    for (const period of retention) {
      const { table } = period;
      try {
        deleted[table] = (deleted[table] ?? 0) + (await deleteByAge(db, period, now));
      } catch (error) {
        failed.push(table);
        log.error({ err: error, table }, "old rows were not deleted");
      }
    }
    const counts = Object.entries(deleted).filter(([, count]) => count > 0);
    log.info({ deleted: Object.fromEntries(counts) }, "old rows were deleted");
    if (failed.length > 0) throw new Error(`old rows were not deleted: ${failed.join(", ")}`);
    await noteDone(db, "retention", clock.now());
  },
});
