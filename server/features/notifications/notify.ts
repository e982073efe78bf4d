import { type NoticeKind, notificationChannels } from "#contract/notifications.ts";
import type { Db } from "#server/db/pool.ts";
import { insertNotices } from "./notices-store.ts";
import { preferencesOf } from "./preferences.ts";

/**
 * Has a member told that somebody likes them, matches with them or looked at them, in the transaction of the change (rule 7): a job looks
 * at the notice, and whether, when and how they are told is for `tell-member.ts` to say (D9.1). Messages need no call:
 * `collect-unread.ts` finds them.
 */
export async function notify(
  db: Db,
  {
    memberId,
    kind,
    from,
    siteId,
    now,
  }: { memberId: string; kind: NoticeKind; from: string; siteId: number; now: Date },
): Promise<void> {
  await insertNotices(db, [{ memberId, kind, fromId: from, siteId, happenedAt: now }], now);
}

/** Whether a member wants to be told of a kind by any way: asked before a notice of what most do not want is made. */
export async function wantsNotice(db: Db, memberId: string, kind: NoticeKind): Promise<boolean> {
  const { preferences } = await preferencesOf(db, memberId);
  return notificationChannels.some((channel) => preferences[kind][channel]);
}
