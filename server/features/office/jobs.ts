import { z } from "zod";
import { noteDone } from "#server/db/last-done.ts";
import { defineJob } from "#server/jobs/jobs.ts";

/** Shows each minute that a worker runs jobs. */
export const noteWorker = defineJob({
  name: "note-worker",
  data: z.object({}),
  every: "* * * * *",
  run: ({ db, clock }) => noteDone(db, "worker", clock.now()),
});
