import { noteDone } from "#server/db/last-done.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";

/** Shows each minute that a worker runs jobs. */
export const noteWorker = defineScheduledJob({
  name: "note-worker",
  every: "* * * * *",
  run: ({ db, clock }) => noteDone(db, "worker", clock.now()),
});
