import { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteOldNotices } from "./store.ts";

const keptDays = 365;

/** Deletes notices a year after what was last decided on them, as reports. */
export const purgeContentNotices = defineJob({
  name: "purge-content-notices",
  data: z.object({}),
  every: "3 5 * * *",
  run: async ({ db, clock }) => {
    await deleteOldNotices(db, new Date(clock.now().getTime() - keptDays * dayMs));
  },
});
