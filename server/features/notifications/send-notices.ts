import { z } from "zod";
import { inTransaction } from "#server/db/transaction.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import type { Site } from "#server/site.ts";
import { collectNews } from "./collect-news.ts";
import { deleteOldNotices, findDueMembers, postpone } from "./notices-store.ts";
import { notifyMember } from "./notify-member.ts";

/** Members told of things at a time; the next run goes on. */
const atATime = 500;
const laterMs = 10 * 60_000;
const keptMs = 7 * 86_400_000;

/** Each site once. */
function siteFinder({ db }: Services): (id: number) => Promise<Site> {
  const known = new Map<number, Promise<Site>>();
  return (id) => {
    const found = known.get(id) ?? siteAndCompany(db, id).then(({ site }) => site);
    known.set(id, found);
    return found;
  };
}

/**
 * Tells members who are away of messages, likes and matches (D9.1). One member whose turn fails keeps nobody else waiting:
 * they are looked at again ten minutes later.
 */
export const sendNoticesJob = defineJob({
  name: "send-notices",
  data: z.object({}),
  every: { seconds: 10 },
  async run(services) {
    const { db, clock, log } = services;
    await collectNews(db, services.news, clock.now());
    const siteOf = siteFinder(services);
    for (const memberId of await findDueMembers(db, clock.now(), atATime)) {
      try {
        await inTransaction(db, (trx) => notifyMember(services, trx, memberId, siteOf));
      } catch (error) {
        log.error({ err: error, memberId }, "a member could not be told");
        await postpone(db, memberId, new Date(clock.now().getTime() + laterMs));
      }
    }
  },
});

/** What was told is remembered for as long as it limits what may be told next. */
export const purgeNoticesJob = defineJob({
  name: "purge-notices",
  data: z.object({}),
  every: "27 4 * * *",
  run: ({ db, clock }) => deleteOldNotices(db, new Date(clock.now().getTime() - keptMs)),
});
