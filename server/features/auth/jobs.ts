import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteOldDevices } from "./device-store.ts";
import { deleteExpired } from "./session-store.ts";

/** Nothing is kept of a device, a session or a link for longer than it is of use. */
export const purgeAccess = defineJob({
  name: "purge-access",
  data: z.object({}),
  every: "37 4 * * *",
  async run({ db, clock }) {
    await deleteExpired(db, clock.now());
    await deleteOldDevices(db, clock.now());
  },
});
