import { dayMs, minuteMs } from "#contract/durations.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { withEmit } from "#server/emit.ts";
import { freeDiscount } from "#server/features/credits/index.ts";
import { setChosen } from "#server/features/sites/index.ts";
import { Failure } from "#server/http/fail.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { linkPayment } from "./direct-debit/link-payment.ts";
import { countChosen, listExpired, listUnsettled, lockPayment, setAsked, setFailed } from "./payments-store.ts";
import { reconcilePayments } from "./reconcile-payments.ts";
import { sendRefund } from "./refund-payment.ts";
import { listPaymentsWithOpenRefunds, listQueuedRefunds } from "./returns-store.ts";
import { type AtProvider, settlePayment } from "./settle-payment.ts";

/** The provider is asked about so many payments in one run; the others come first in the next one. */
const paymentsAtOnce = 200;
/** A run ends after this time, because a provider that answers slowly takes its whole time-out for each. */
const runMs = 8 * minuteMs;

/** A direct debit is collected days after the order, and a bank may take weeks to answer. */
const unsettledDays = 60;

/**
 * Finds what a lost webhook would have told: unsettled payments for 60 days, ever more rarely, open refunds for 30.
 * Orders that never reached the provider fail after a day, and others that it still calls open after three.
 */
export const checkPayments = defineScheduledJob({
  name: "check-payments",
  every: "*/10 * * * *",
  expireInSeconds: 540,
  async run(services) {
    const { db, clock, events, log, payments } = services;
    const now = clock.now().getTime();
    const until = new Date(now - 10 * minuteMs);
    const from = new Date(now - unsettledDays * dayMs);
    const asking = { from, until, now: new Date(now), limit: paymentsAtOnce };
    const refunded = { from: new Date(now - 30 * dayMs), until, limit: paymentsAtOnce };
    const due: AtProvider[] = [];
    for (const { name: provider } of payments.all) {
      const unsettled = await listUnsettled(db, provider, asking);
      const refunding = await listPaymentsWithOpenRefunds(db, provider, refunded);
      for (const reference of new Set([...unsettled, ...refunding])) due.push({ provider, reference });
    }
    const answered: AtProvider[] = [];
    for (const asked of due) {
      if (clock.now().getTime() > now + runMs) break;
      await setAsked(db, asked, clock.now());
      try {
        await withEmit(events, (emit) => settlePayment({ services, emit, log }, asked));
        answered.push(asked);
      } catch (error) {
        // does not stop the others, and is retried by the next run
        log.warn({ err: error }, "payment not settled, will be tried again");
        if (error instanceof Failure && error.code === "payment_not_found") answered.push(asked);
      }
    }
    const ages = { unsent: new Date(now - dayMs), open: new Date(now - 3 * dayMs), any: from };
    for (const order of await listExpired(db, { providers: payments.all.map(({ name }) => name), answered, ...ages })) {
      await abandonOrder(services, order);
    }
  },
});

/** Ends an order as a failure that the provider reports: its code and its direct debit's use are free again. */
async function abandonOrder(services: Services, { id, provider }: { id: string; provider: string }): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const locked = await lockPayment(trx, provider, id);
    if (locked?.payment.status !== "open") return;
    await setFailed(locked.db, id);
    await freeDiscount(trx, id);
    await linkPayment(services, trx, { ...locked.payment, status: "failed" });
  });
}

/** Compares the payments that changed in seven days with the provider, each about daily, and settles them (D7.4). */
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
    await reconcilePayments(services, 7);
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
