import { inTransaction } from "#server/db/transaction.ts";
import { endSuspension } from "#server/features/auth/index.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { findDue } from "./store.ts";

const batch = 500;

/** Lifts the suspensions whose time is over, each in its own transaction. */
export const endSuspensions = defineScheduledJob({
  name: "end-suspensions",
  every: "* * * * *",
  async run({ db, clock }) {
    const now = clock.now();
    for (const memberId of await findDue(db, now, batch)) {
      await inTransaction(db, (trx) => endSuspension({ db: trx, now }, memberId));
    }
  },
});
