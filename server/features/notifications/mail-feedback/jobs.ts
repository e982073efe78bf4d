import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";
import { keptMs } from "./rules.ts";
import { deleteOldFeedback } from "./store.ts";

/** Deletes reports about mails after 60 days. */
export const purgeMailFeedback = defineJob({
  name: "purge-mail-feedback",
  data: z.object({}),
  every: "47 3 * * *",
  run: ({ db, clock }) => deleteOldFeedback(db, new Date(clock.now().getTime() - keptMs)),
});
