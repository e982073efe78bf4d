import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";
import { firstDayKept } from "./rules.ts";
import { deleteVisitsBefore } from "./store.ts";

/** Deletes visits after 90 days. */
export const purgeVisits = defineJob({
  name: "purge-visits",
  data: z.object({}),
  every: "47 4 * * *",
  run: ({ db, clock }) => deleteVisitsBefore(db, firstDayKept(clock.now())),
});
