import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteOldChallenges } from "./passkey-store.ts";

/** Answered challenges need not be remembered once they are too old to be answered. */
export const purgeChallenges = defineJob({
  name: "purge-challenges",
  data: z.object({}),
  every: "47 * * * *",
  run: ({ db, clock }) => deleteOldChallenges(db, clock.now()),
});
