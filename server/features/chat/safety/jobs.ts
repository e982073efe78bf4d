import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";
import { keptMs, reviewsKeptMs, riskyKeptMs } from "./rules.ts";
import { deleteOld } from "./store.ts";

/**
 * Deletes the rows of first messages after a day, those of marked ones after 30 days, and closed reviews after a year.
 */
export const purgeFirstMessages = defineJob({
  name: "purge-first-messages",
  data: z.object({}),
  every: "13 * * * *",
  run: async ({ db, clock }) => {
    const before = (ms: number) => new Date(clock.now().getTime() - ms);
    await deleteOld(db, { plain: before(keptMs), risky: before(riskyKeptMs), reviews: before(reviewsKeptMs) });
  },
});
