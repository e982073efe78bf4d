import { inTransaction } from "#server/db/transaction.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { collectNews } from "./collect-news.ts";
import { findDueMembers, postponeNotices } from "./notices-store.ts";
import { notifyMember } from "./notify-member.ts";
import { siteFinder } from "./site-finder.ts";

/** Members per run; the next run continues. */
const batchSize = 500;
const retryMs = 10 * 60_000;

/**
 * Notifies members who are away of messages, likes, matches and visits (D9.1). A failure for one member does not affect
 * the others, and is retried ten minutes later.
 */
export const sendNoticesJob = defineScheduledJob({
  name: "send-notices",
  every: { seconds: 10 },
  async run(services) {
    const { db, clock, log } = services;
    await collectNews(db, services.notices, clock.now());
    const siteOf = siteFinder(services);
    for (const memberId of await findDueMembers(db, clock.now(), batchSize)) {
      try {
        await inTransaction(db, (trx) => notifyMember(services, trx, memberId, siteOf));
      } catch (error) {
        log.error({ err: error, memberId }, "a member could not be notified");
        await postponeNotices(db, memberId, new Date(clock.now().getTime() + retryMs));
      }
    }
  },
});
