import { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { endProposals } from "./store.ts";

/** How long a decided proposal is kept; the audit log names it for longer. */
const keptMs = 365 * dayMs;

/** Ends proposals that no second person decided on within their time, and deletes old ones; runs hourly. */
export const endOldProposals = defineJob({
  name: "end-proposals",
  data: z.object({}),
  every: "33 * * * *",
  async run({ db, clock }) {
    const now = clock.now();
    await endProposals(db, { now, before: new Date(now.getTime() - keptMs) });
  },
});
