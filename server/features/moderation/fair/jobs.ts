import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { countFairDay } from "./count-day.ts";

/** Counts yesterday's figures of each site for `/fair` (R10.04). A missed night is counted with the next one. */
export const countFair = defineScheduledJob({
  name: "count-fair",
  every: "27 2 * * *",
  expireInSeconds: 900,
  run: async ({ db, clock }) => countFairDay(db, dayOf(new Date(clock.now().getTime() - dayMs))),
});
