import { z } from "zod";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { withEmit } from "#server/emit.ts";
import { setChosen } from "#server/features/credits/index.ts";
import { freeDiscount } from "#server/features/discounts/index.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { reconcilePayments } from "./reconcile-payments.ts";
import { sendRefund } from "./refund-payment.ts";
import { listPaymentsWithOpenRefunds, listQueuedRefunds } from "./returns-store.ts";
import { settlePayment } from "./settle-payment.ts";
import { abandonOrders, countChosen, listUnsettled } from "./store.ts";

/**
 * Settles open payments whose webhook got lost and whose buyer did not return (D7.4), if they were started between ten
 * minutes and three days ago. Also settles payments with an open refund, for 30 days. Orders that never reached the
 * provider fail after a day.
 */
export const checkPayments = defineJob({
  name: "check-payments",
  data: z.object({}),
  every: "*/10 * * * *",
  expireInSeconds: 540,
  async run(services) {
    const { db, clock, events, log, payments } = services;
    const now = clock.now().getTime();
    const until = new Date(now - 10 * minuteMs);
    const unsettled = await listUnsettled(db, payments.name, { from: new Date(now - 3 * dayMs), until });
    const refunding = await listPaymentsWithOpenRefunds(db, payments.name, { from: new Date(now - 30 * dayMs), until });
    for (const reference of new Set([...unsettled, ...refunding])) {
      // a failure does not stop the others, and is retried by the next run
      await withEmit(events, (emit) => settlePayment({ services, emit, log }, reference)).catch((error: unknown) =>
        log.warn({ err: error }, "payment not settled, will be tried again"),
      );
    }
    await inTransaction(db, async (trx) => {
      for (const id of await abandonOrders(trx, new Date(now - dayMs))) await freeDiscount(trx, id);
    });
  },
});

/** Compares ledger, payments and provider daily, for payments that changed in the last seven days (D7.4). */
export const reconcileWithProvider = defineJob({
  name: "reconcile-payments",
  data: z.object({}),
  every: "27 3 * * *",
  expireInSeconds: 3600,
  async run(services) {
    const { db, clock, jobs } = services;
    // refunds whose job failed for good: queue them again
    for (const id of await listQueuedRefunds(db, new Date(clock.now().getTime() - dayMs))) {
      await jobs.add(db, sendRefund, { id });
    }
    await reconcilePayments(services, 7);
  },
});

/** Counts daily which bundles buyers of the last 90 days chose, for "most chosen" (D7.2). */
export const countChosenBundles = defineJob({
  name: "count-chosen-bundles",
  data: z.object({}),
  every: "7 3 * * *",
  async run({ db, clock }) {
    await setChosen(db, await countChosen(db, new Date(clock.now().getTime() - 90 * dayMs)));
  },
});
