import { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteClosed } from "./store.ts";

const keptMs = 365 * dayMs;

/** Deletes complaints a year after staff closed them, daily. Open ones are deleted with their sender's account. */
export const purgeComplaints = defineJob({
  name: "purge-complaints",
  data: z.object({}),
  every: "7 5 * * *",
  async run({ db, clock }) {
    await deleteClosed(db, new Date(clock.now().getTime() - keptMs));
  },
});
