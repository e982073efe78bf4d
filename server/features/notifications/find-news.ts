import type { Language } from "#contract/constants.ts";
import type { NoticeKind } from "#contract/notifications.ts";
import type { Db } from "#server/db/pool.ts";
import type { NoticePerson } from "#server/features/mails/index.ts";
import { loadCards } from "#server/features/profiles/index.ts";
import type { NewsDetail, NewsSource } from "#server/hooks.ts";
import type { Site } from "#server/site.ts";
import type { OpenNotice, Receiver } from "./notices-store.ts";

/** A notice that is still news for its receiver, and the member it is about. */
export type News = { notice: OpenNotice; person: NoticePerson } & Pick<NewsDetail, "conversationId" | "carries">;

export type NewsContext = {
  db: Db;
  sources: readonly NewsSource[];
  site: Site;
  receiver: Receiver;
  language: Language;
  now: Date;
};

/**
 * Returns the notices that are still news: the feature that caused them says so, and the receiver may see the other
 * member (rule 5). What was invented is no news (D11.7). A match must also be newer than the receiver's last activity.
 */
export async function findNews(context: NewsContext, notices: readonly OpenNotice[]): Promise<News[]> {
  const { db, sources, receiver } = context;
  const found = new Map<NoticeKind, ReadonlyMap<string, NewsDetail>>();
  for (const { kind, find } of sources) {
    const fromIds = notices.filter((notice) => notice.kind === kind).map((notice) => notice.from_id);
    if (fromIds.length > 0) found.set(kind, await find(db, receiver.id, fromIds));
  }
  const viewer = { memberId: receiver.id };
  const cards = await loadCards({ ...context, viewer }, [...new Set(notices.map((notice) => notice.from_id))]);
  return notices.flatMap((notice) => {
    const card = cards.find(({ id }) => id === notice.from_id);
    const detail = found.get(notice.kind)?.get(notice.from_id);
    if (!card || !detail) return [];
    if (notice.kind === "match" && receiver.last_active_at > notice.happened_at) return [];
    const { conversationId, author, carries } = detail;
    const { name, fictional, automatic } = card;
    // a like or a match of a program waits in Likes; a message answers what the member wrote, and says who wrote it
    if ((fictional || automatic) && notice.kind !== "message") return [];
    const person = { name, fictional, author, ...(automatic ? { automatic } : {}) } satisfies NoticePerson;
    return [{ notice, person, conversationId, carries }];
  });
}
