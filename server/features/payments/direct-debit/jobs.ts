import { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { purge } from "./store.ts";
import { deleteOldUses } from "./use-store.ts";

/** A debit without a mandate can be returned for thirteen months (Directive 2015/2366, article 71). */
const returnableMs = 396 * dayMs;

/**
 * Deletes direct debits that were begun a day ago and never confirmed, IBANs that are no longer needed, and the keys of
 * bank accounts whose debits can't be returned any more (D7.5).
 */
export const purgeDirectDebits = defineJob({
  name: "purge-direct-debits",
  data: z.object({}),
  every: "27 * * * *",
  async run({ db, clock }) {
    const now = clock.now().getTime();
    await purge(db, new Date(now - dayMs));
    await deleteOldUses(db, new Date(now - returnableMs));
  },
});
