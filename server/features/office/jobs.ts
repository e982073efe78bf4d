import { noteDone } from "#server/db/last-done.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { endProposals } from "./proposals/store.ts";

/** Shows each minute that a worker runs jobs. */
export const noteWorker = defineScheduledJob({
  name: "note-worker",
  every: "* * * * *",
  run: ({ db, clock }) => noteDone(db, "worker", clock.now()),
});

/** Ends proposals that no second person decided on within their time; runs hourly. */
export const endOldProposals = defineScheduledJob({
  name: "end-proposals",
  every: "33 * * * *",
  run: ({ db, clock }) => endProposals(db, clock.now()),
});
