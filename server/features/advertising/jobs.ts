import { dayOf } from "#contract/days.ts";
import { daysBefore } from "#server/db/delete-by-age.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { eraseSubIds } from "./store.ts";

/** Removes sub ids from results after 90 days; the privacy page names the period. */
export const purgeResults = defineScheduledJob({
  name: "forget-results",
  every: "33 4 * * *",
  run: ({ db, clock }) => eraseSubIds(db, dayOf(daysBefore(clock.now(), 90))),
});
