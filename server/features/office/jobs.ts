import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteEndedClaims } from "./queue-store.ts";

/** Deletes expired claims. */
export const purgeClaims = defineJob({
  name: "purge-claims",
  data: z.object({}),
  every: "53 * * * *",
  run: ({ db, clock }) => deleteEndedClaims(db, clock.now()),
});
