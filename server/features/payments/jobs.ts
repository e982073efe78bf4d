import { z } from "zod";
import { withEmit } from "#server/emit.ts";
import { setChosen } from "#server/features/credits/index.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { settlePayment } from "./settle-payment.ts";
import { countChosen, listUnsettled } from "./store.ts";

const minute = 60_000;
const day = 1440 * minute;

/**
 * Settles open payments whose webhook got lost and whose buyer did not come back (D7.4): those started more than ten
 * minutes and less than three days ago.
 */
export const checkPayments = defineJob({
  name: "check-payments",
  data: z.object({}),
  every: "*/10 * * * *",
  expireInSeconds: 540,
  async run(services) {
    const { db, clock, events, log, payments } = services;
    const now = clock.now().getTime();
    const created = { from: new Date(now - 3 * day), until: new Date(now - 10 * minute) };
    for (const reference of await listUnsettled(db, payments.name, created)) {
      // a failed one is tried again ten minutes later and does not hold up the others
      await withEmit(events, (emit) => settlePayment({ services, emit, log }, reference)).catch((error: unknown) =>
        log.warn({ err: error }, "payment not settled, will be tried again"),
      );
    }
  },
});

/** Counts daily which bundles buyers of the last 90 days chose, for "most chosen" (D7.2). */
export const countChosenBundles = defineJob({
  name: "count-chosen-bundles",
  data: z.object({}),
  every: "7 3 * * *",
  async run({ db, clock }) {
    await setChosen(db, await countChosen(db, new Date(clock.now().getTime() - 90 * day)));
  },
});
