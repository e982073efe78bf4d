import { type NoticeKind, notificationChannels } from "#contract/notifications.ts";
import type { Db } from "#server/db/pool.ts";
import type { NoticeDefinition } from "#server/notice.ts";
import { insertNotices } from "./notices-store.ts";
import { preferencesOf } from "./preferences.ts";

/**
 * Stores a notice for a member about what another one did, such as a like, in the transaction of the change (rule 7).
 * A job reads it later; `notify-member.ts` decides whether, when and how to notify the member (D9.1). Messages need no
 * call, because `collect-news.ts` finds them.
 */
export async function notify(
  db: Db,
  definition: NoticeDefinition,
  { memberId, from: fromId, siteId, now }: { memberId: string; from: string; siteId: number; now: Date },
): Promise<void> {
  await insertNotices(db, definition, [{ memberId, fromId, siteId, happenedAt: now }], now);
}

/**
 * Whether a member wants notices of a kind on any channel, or in the weekly digest. Call it before storing notices of
 * kinds that few members want.
 */
export async function wantsNotice(db: Db, memberId: string, kind: NoticeKind): Promise<boolean> {
  const { preferences } = await preferencesOf(db, memberId);
  return preferences.digest.email || notificationChannels.some((channel) => preferences[kind][channel]);
}
