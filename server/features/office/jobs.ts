import { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import { noteDone } from "#server/db/last-done.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteEndedClaims, deleteOldHandovers } from "./queue-store.ts";

/** Days that staff find out who asked for an opinion on an item that no one decided, because it went by itself. */
const handoverDays = 30;

/** Deletes expired claims, and old questions to colleagues. */
export const purgeClaims = defineJob({
  name: "purge-claims",
  data: z.object({}),
  every: "53 * * * *",
  async run({ db, clock }) {
    const now = clock.now();
    await deleteEndedClaims(db, now);
    await deleteOldHandovers(db, new Date(now.getTime() - handoverDays * dayMs));
  },
});

/** Shows each minute that a worker runs jobs. */
export const noteWorker = defineJob({
  name: "note-worker",
  data: z.object({}),
  every: "* * * * *",
  run: ({ db, clock }) => noteDone(db, "worker", clock.now()),
});
