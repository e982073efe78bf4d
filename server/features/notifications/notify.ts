import { type NoticeKind, notificationChannels } from "#contract/notifications.ts";
import type { Db, DbPool } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { NoticeDefinition } from "#server/notice.ts";
import { advanceCollectedAt, insertNotices } from "./notices-store.ts";
import { preferencesOf } from "./preferences.ts";

/**
 * Stores a notice in the transaction of the change; `send-notices.ts` decides whether, when and how to notify. Messages
 * need no call, because `collectNews` finds them.
 */
export async function notify(
  db: Db,
  definition: NoticeDefinition,
  { memberId, from: fromId, siteId, now }: { memberId: string; from: string; siteId: number; now: Date },
): Promise<void> {
  await insertNotices(db, definition, [{ memberId, fromId, siteId, happenedAt: now }], now);
}

/** Whether a member wants a kind of notice on any channel. Ask before storing those that few members want. */
export async function wantsNotice(db: Db, memberId: string, kind: NoticeKind): Promise<boolean> {
  const { preferences } = await preferencesOf(db, memberId);
  return preferences.digest.email || notificationChannels.some((channel) => preferences[kind][channel]);
}

/** Seconds that two runs overlap: a message gets its id, and so its time, before it is committed. */
const overlap = 20;
/** The maximum of seconds to look back after a time without workers; older news is not sent any more. */
const farthest = 86_400;

/** Creates notices of the news since the last run, for features that do not create notices themselves. */
export async function collectNews(db: DbPool, definitions: readonly NoticeDefinition[], now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const passed = (await advanceCollectedAt(trx)) ?? 0;
    // less than none: the database's clock was set back, and how much time has passed is unknown
    const seconds = (passed < 0 ? farthest : Math.min(passed, farthest)) + overlap;
    for (const definition of definitions) {
      await insertNotices(trx, definition, (await definition.collect?.(trx, seconds)) ?? [], now);
    }
  });
}
