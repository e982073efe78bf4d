import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { countOdds } from "./count-odds.ts";

/** Counts daily how often each member answers first messages. */
export const countAnswerOdds = defineScheduledJob({
  name: "count-answer-odds",
  every: "23 4 * * *",
  expireInSeconds: 3_600,
  run: ({ db, clock }) => countOdds(db, clock.now()),
});
