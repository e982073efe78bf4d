import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";
import { endProposals } from "./store.ts";

/** Ends proposals that no second person decided on within their time; runs hourly. */
export const endOldProposals = defineJob({
  name: "end-proposals",
  data: z.object({}),
  every: "33 * * * *",
  run: ({ db, clock }) => endProposals(db, clock.now()),
});
