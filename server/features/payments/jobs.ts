import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { withEmit } from "#server/emit.ts";
import { freeDiscount } from "#server/features/credits/index.ts";
import { setChosen } from "#server/features/sites/index.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { reconcilePayments } from "./reconcile-payments.ts";
import { sendRefund } from "./refund-payment.ts";
import { listPaymentsWithOpenRefunds, listQueuedRefunds } from "./returns-store.ts";
import { settlePayment } from "./settle-payment.ts";
import { abandonOrders, countChosen, listUnsettled, setAsked } from "./store.ts";

/** The provider is asked about so many payments in one run; the others come first in the next one. */
const paymentsAtOnce = 200;
/** A run ends after this time, because a provider that answers slowly takes its whole time-out for each. */
const runMs = 8 * minuteMs;

/**
 * If the webhook got lost (D7.4): open ones for three days, open refunds for 30. Orders that never reached the provider
 * fail after a day, others after three, which frees their codes.
 */
export const checkPayments = defineScheduledJob({
  name: "check-payments",
  every: "*/10 * * * *",
  expireInSeconds: 540,
  async run(services) {
    const { db, clock, events, log, payments } = services;
    const now = clock.now().getTime();
    const until = new Date(now - 10 * minuteMs);
    const from = new Date(now - 3 * dayMs);
    const unsettled = await listUnsettled(db, payments.name, { from, until, limit: paymentsAtOnce });
    const refunded = { from: new Date(now - 30 * dayMs), until, limit: paymentsAtOnce };
    const refunding = await listPaymentsWithOpenRefunds(db, payments.name, refunded);
    for (const reference of new Set([...unsettled, ...refunding])) {
      if (clock.now().getTime() > now + runMs) break;
      await setAsked(db, payments.name, reference, clock.now());
      // a failure does not stop the others, and is retried by the next run
      await withEmit(events, (emit) => settlePayment({ services, emit, log }, reference)).catch((error: unknown) =>
        log.warn({ err: error }, "payment not settled, will be tried again"),
      );
    }
    await inTransaction(db, async (trx) => {
      const abandoned = await abandonOrders(trx, { unsent: new Date(now - dayMs), open: from });
      for (const id of abandoned) await freeDiscount(trx, id);
    });
  },
});

/** A payment is compared again after this time: about once a day. */
const comparedMs = 20 * hourMs;

/** Compares the payments that changed in seven days with the provider, each about daily (D7.4). */
export const reconcileWithProvider = defineScheduledJob({
  name: "reconcile-payments",
  every: "57 * * * *",
  expireInSeconds: 3600,
  async run(services) {
    const { db, clock, jobs } = services;
    // refunds whose job failed for good: queue them again
    for (const id of await listQueuedRefunds(db, new Date(clock.now().getTime() - dayMs))) {
      await jobs.add(db, sendRefund, { id });
    }
    await reconcilePayments(services, 7, new Date(clock.now().getTime() - comparedMs));
  },
});

/** Counts daily which bundles buyers of the last 90 days chose, for "most chosen" (D7.2). */
export const countChosenBundles = defineScheduledJob({
  name: "count-chosen-bundles",
  every: "7 3 * * *",
  async run({ db, clock }) {
    await setChosen(db, await countChosen(db, new Date(clock.now().getTime() - 90 * dayMs)));
  },
});
