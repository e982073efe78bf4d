import { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteOldClaims } from "./store.ts";

/** Deletes the records of text messages that were sent a week ago, whose jobs have ended by then. */
export const purgeSmsRecords = defineJob({
  name: "purge-sms-records",
  data: z.object({}),
  every: "7 4 * * *",
  run: async ({ db, clock }) => await deleteOldClaims(db, new Date(clock.now().getTime() - 7 * dayMs)),
});
