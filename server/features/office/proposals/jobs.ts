import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { endProposals } from "./store.ts";

/** Ends proposals that no second person decided on within their time; runs hourly. */
export const endOldProposals = defineScheduledJob({
  name: "end-proposals",
  every: "33 * * * *",
  run: ({ db, clock }) => endProposals(db, clock.now()),
});
