import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteOldDevices } from "./device-store.ts";
import { deleteOldChallenges } from "./passkey-store.ts";
import { deleteExpired } from "./session-store.ts";

/** Deletes expired sessions, known devices that are not used any more, and links a month after they expired. */
export const purgeAccess = defineJob({
  name: "purge-access",
  data: z.object({}),
  every: "37 4 * * *",
  async run({ db, clock }) {
    await deleteExpired(db, clock.now());
    await deleteOldDevices(db, clock.now());
  },
});

/** Deletes redeemed challenges once they have expired: an expired one can't be answered again anyway. */
export const purgeChallenges = defineJob({
  name: "purge-challenges",
  data: z.object({}),
  every: "47 * * * *",
  run: ({ db, clock }) => deleteOldChallenges(db, clock.now()),
});
