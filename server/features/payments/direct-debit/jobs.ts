import { daysBefore } from "#server/db/delete-by-age.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { eraseUnusedIbans } from "./store.ts";

/** Erases the IBANs of direct debits that were begun a day ago and not ordered (D7.5). */
export const purgeDirectDebits = defineScheduledJob({
  name: "purge-direct-debits",
  every: "27 * * * *",
  run: ({ db, clock }) => eraseUnusedIbans(db, daysBefore(clock.now(), 1)),
});
