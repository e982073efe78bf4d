import { daysBefore } from "#server/db/delete-by-age.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { firstMessageDays } from "./rules.ts";
import { eraseHashes } from "./store.ts";

/** Erases the hashes of marked first messages after a day; by then the others are deleted. */
export const purgeFirstMessages = defineScheduledJob({
  name: "purge-first-messages",
  every: "13 * * * *",
  run: ({ db, clock }) => eraseHashes(db, daysBefore(clock.now(), firstMessageDays.plain)),
});
