import { endSuspension } from "#server/features/auth/index.ts";
import { forEachRow } from "#server/jobs/for-each-row.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { findDue } from "./store.ts";

const batch = 500;

/** Lifts the suspensions whose time is over, each in its own transaction. */
export const endSuspensions = defineScheduledJob({
  name: "end-suspensions",
  every: "* * * * *",
  async run(services) {
    const now = services.clock.now();
    const failure = { failure: "a suspension that is over was not lifted", about: (member: string) => ({ member }) };
    await forEachRow(services, await findDue(services.db, now, batch), failure, (memberId, inRow) =>
      inRow((db) => endSuspension({ db, now }, memberId)),
    );
  },
});
