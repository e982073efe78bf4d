import { dayOf } from "#contract/days.ts";
import { fillPostback } from "#server/config/postback-url.ts";
import { daysBefore } from "#server/db/delete-by-age.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { listSites } from "#server/features/sites/index.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { insertPostback, takeSums } from "./postback-store.ts";
import { takeSumsOfDays } from "./webhooks/deliveries-store.ts";

/** A sum of fewer people could tell a network whose click it was: it waits until later days make it this large. */
const leastInSum = 10;
/** Conversions of earlier days are in no sum any more: results have forgotten their links by then. */
const daysInSum = 90;

/**
 * Tells each network how often its visitors took a step until yesterday (UTC), and its own server what those who did
 * not agree bought and got back. A conversion is in one sum, and so is a purchase or a return.
 */
export const sumConversions = defineScheduledJob({
  name: "sum-conversions",
  every: "9 0 * * *",
  async run({ db, clock }) {
    const now = clock.now();
    const [from, to] = [dayOf(daysBefore(now, daysInSum)), dayOf(daysBefore(now, 1))];
    for (const { id: siteId, settings } of await listSites(db)) {
      for (const { network, steps, sums_url: url } of settings.postbacks) {
        if (url === undefined) continue;
        await inTransaction(db, async (trx) => {
          for (const sum of await takeSums(trx, { siteId, network, steps, from, to, least: leastInSum })) {
            const { id, step, count, amount_minor, currency } = sum;
            const amount = { amount_minor: amount_minor ?? "", currency: currency ?? "" };
            const fields = { report: id, day: to, step, network, count: String(count), ...amount };
            const filled = fillPostback(url, fields);
            await insertPostback(trx, { conversionId: id, conversions: count, url: filled, now });
          }
        });
      }
    }
    await takeSumsOfDays(db, { to, least: leastInSum, now });
  },
});
