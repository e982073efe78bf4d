import { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteOldOutbox } from "./store.ts";

const keptMs = 30 * dayMs;

/** Deletes what the built-in outbox kept, mails and text messages, after 30 days. */
export const purgeOutbox = defineJob({
  name: "purge-outbox",
  data: z.object({}),
  every: "47 5 * * *",
  run: ({ db, clock }) => deleteOldOutbox(db, new Date(clock.now().getTime() - keptMs)),
});
