import { z } from "zod";
import { withEmit } from "#server/emit.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { settlePromise } from "./settle-promise.ts";
import { type Due, findDue } from "./store.ts";

const batch = 100;
/** What a run settles at most: the next one comes in half a minute, and no run may outlive its time. */
const mostBatches = 500;

/**
 * Gives the credits of unanswered first messages back (R10.01), each in its own transaction. A failure is logged, does
 * not affect the others, and is retried by the next run. With a backlog a run takes minutes, and the next one waits.
 */
export const settlePromises = defineJob({
  name: "settle-promises",
  data: z.object({}),
  every: { seconds: 30 },
  expireInSeconds: 900,
  atOnce: 1,
  async run({ db, clock, events, log }) {
    const now = clock.now();
    let failed = 0;
    let batches = 0;
    let due: Due[] = [];
    do {
      batches += 1;
      due = await findDue(db, now, due.at(-1), batch);
      for (const promise of due) {
        try {
          await withEmit(events, (emit) => settlePromise({ db, now, emit }, promise));
        } catch (error) {
          failed += 1;
          log.error({ err: error, message: promise.message_id }, "credits of a first message not given back");
        }
      }
    } while (due.length === batch && batches < mostBatches);
    if (failed > 0) throw new Error(`${failed} promises were not settled`);
  },
});
