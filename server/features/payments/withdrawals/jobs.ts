import { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteUnknown } from "./store.ts";

const keptMs = 365 * dayMs;

/**
 * Deletes the recorded withdrawals of addresses without an account after a year; runs daily. The others are deleted
 * with the account.
 */
export const purgeWithdrawals = defineJob({
  name: "purge-withdrawals",
  data: z.object({}),
  every: "37 4 * * *",
  async run({ db, clock }) {
    await deleteUnknown(db, new Date(clock.now().getTime() - keptMs));
  },
});
