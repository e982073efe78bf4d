import { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { purge } from "./store.ts";

/** Deletes direct debits that were begun a day ago and never confirmed, and IBANs that are no longer needed (D7.5). */
export const purgeDirectDebits = defineJob({
  name: "purge-direct-debits",
  data: z.object({}),
  every: "27 * * * *",
  run: async ({ db, clock }) => await purge(db, new Date(clock.now().getTime() - dayMs)),
});
