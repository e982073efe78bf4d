import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { findFreshUnread } from "#server/features/chat/find-unread.ts";
import { insertNotices, moveOn } from "./notices-store.ts";

/** Seconds looked at twice: a message's id is made before it is committed. */
const overlap = 20;
/** Seconds looked back at most, after a time without workers: older news is no news. */
const farthest = 86_400;

/**
 * Makes notices of the messages that came since the last time and are unread. Sending a message, the hot path, knows
 * nothing of it: no job and no row for each message, but one look now and then at what is still unread.
 */
export async function collectUnread(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const seconds = await moveOn(trx);
    const unread = await findFreshUnread(trx, Math.min(seconds ?? 0, farthest) + overlap);
    const notices = unread.map(({ member_id: memberId, from_id: fromId, site_id: siteId, at: happenedAt }) => {
      return { memberId, kind: "message" as const, fromId, siteId, happenedAt };
    });
    await insertNotices(trx, notices, now);
  });
}
