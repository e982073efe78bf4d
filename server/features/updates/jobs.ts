import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteOldUpdates } from "./store.ts";

const keptMs = 365 * 86_400_000;

/** Deletes updates after a year. */
export const purgeUpdates = defineJob({
  name: "purge-updates",
  data: z.object({}),
  every: "57 3 * * *",
  run: ({ db, clock }) => deleteOldUpdates(db, new Date(clock.now().getTime() - keptMs)),
});
