import { z } from "zod";
import { banConfirmDays } from "#contract/complaints.ts";
import { dayMs } from "#contract/durations.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteClosed, deleteUnproven } from "./store.ts";

const keptMs = 365 * dayMs;

/**
 * Deletes complaints a year after staff closed them, and requests to be banned that were not confirmed in time, daily.
 * Open ones are deleted with their sender's account.
 */
export const purgeComplaints = defineJob({
  name: "purge-complaints",
  data: z.object({}),
  every: "7 5 * * *",
  async run({ db, clock }) {
    const now = clock.now().getTime();
    await deleteClosed(db, new Date(now - keptMs));
    await deleteUnproven(db, new Date(now - banConfirmDays * dayMs));
  },
});
