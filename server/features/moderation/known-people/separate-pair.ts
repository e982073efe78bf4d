import { lockPair } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { withEmit } from "#server/emit.ts";
import { invalidateViewer } from "#server/features/profiles/index.ts";
import { isHidden, separatePairJob } from "#server/features/visibility/index.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { separate } from "../separate.ts";

/**
 * Separates two members who are hidden from each other, as a block does. A job, because the account of one of them may
 * be locked, whose pairs come later in the order of locks. What was written meanwhile goes too.
 */
export const separatePair = defineJob({
  name: "separate-pair",
  data: separatePairJob.data,
  async run(services, { owner, member }) {
    const { db, clock, events } = services;
    await withEmit(events, (emit) =>
      inTransaction(db, async (trx) => {
        const pair = await lockPair(trx, owner, member);
        // the contacts were cleared, or one of the two was erased
        if (!(await isHidden(pair, owner, member))) return;
        await separate({ pair, services, now: clock.now(), emit }, owner, member);
      }),
    );
    for (const id of [owner, member]) invalidateViewer(id);
  },
});
