import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";
import { settlePayment } from "./settle-payment.ts";
import { listUnsettled } from "./store.ts";

const minute = 60_000;
const day = 1440 * minute;

/**
 * Asks about payments whose end nobody told, for a webhook can get lost and a buyer need not come back (D7.4): those
 * begun more than ten minutes and less than three days ago.
 */
export const checkPayments = defineJob({
  name: "check-payments",
  data: z.object({}),
  every: "*/10 * * * *",
  expireInSeconds: 540,
  async run(services) {
    const { db, clock, log, payments } = services;
    const now = clock.now().getTime();
    const made = { from: new Date(now - 3 * day), until: new Date(now - 10 * minute) };
    for (const reference of await listUnsettled(db, payments.name, made)) {
      // one that fails is asked about again ten minutes later, and does not keep the others waiting
      await settlePayment(services, reference, log).catch((error: unknown) => log.warn({ err: error }, "not settled"));
    }
  },
});
