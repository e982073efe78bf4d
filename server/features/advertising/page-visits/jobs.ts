import { z } from "zod";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteBouncesBefore } from "./store.ts";

/** For how many days bounces are stored: as long as the results show at once, two years. */
const keptDays = 731;

/** Deletes counts of bounces after two years (R4.21). */
export const purgeBounces = defineJob({
  name: "purge-bounces",
  data: z.object({}),
  every: "43 3 * * *",
  run: ({ db, clock }) => deleteBouncesBefore(db, dayOf(new Date(clock.now().getTime() - keptDays * dayMs))),
});
