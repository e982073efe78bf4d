import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { findFreshUnread } from "#server/features/chat/find-unread.ts";
import { insertNotices, moveOn } from "./notices-store.ts";

/** Seconds of overlap with the last run: a message's id is made before the message is committed. */
const overlap = 20;
/** The run looks back at most this many seconds, after a time without workers: older messages are not news. */
const maxSeconds = 86_400;

/**
 * Creates notices for the messages that came since the last run and are unread. Sending a message, the hot path, does
 * nothing for it: there is no job and no row per message, but a periodic query for what is still unread.
 */
export async function collectUnread(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const seconds = await moveOn(trx);
    const unread = await findFreshUnread(trx, Math.min(seconds ?? 0, maxSeconds) + overlap);
    const notices = unread.map(({ member_id: memberId, from_id: fromId, site_id: siteId, at: happenedAt }) => {
      return { memberId, kind: "message" as const, fromId, siteId, happenedAt };
    });
    await insertNotices(trx, notices, now);
  });
}
