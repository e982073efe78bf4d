import { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteOldUpdates } from "./store.ts";

const keptMs = 365 * dayMs;

/** Deletes updates after a year. */
export const purgeUpdates = defineJob({
  name: "purge-updates",
  data: z.object({}),
  every: "57 3 * * *",
  run: ({ db, clock }) => deleteOldUpdates(db, new Date(clock.now().getTime() - keptMs)),
});
