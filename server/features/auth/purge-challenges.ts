import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteOldChallenges } from "./passkey-store.ts";

/** Deletes redeemed challenges once they have expired: an expired one can't be answered again anyway. */
export const purgeChallenges = defineJob({
  name: "purge-challenges",
  data: z.object({}),
  every: "47 * * * *",
  run: ({ db, clock }) => deleteOldChallenges(db, clock.now()),
});
