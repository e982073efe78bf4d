import type { Language } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import { findUnreadFrom } from "#server/features/chat/find-unread.ts";
import { findMatches, findUnseenLikes } from "#server/features/likes/find-news.ts";
import { loadCards } from "#server/features/profiles/load-cards.ts";
import { findUnseenVisits } from "#server/features/visitors/find-news.ts";
import type { Site } from "#server/services.ts";
import type { Noticed } from "./mail-kinds.ts";
import type { NoticeKind, OpenNotice, Receiver } from "./notices-store.ts";

/** A notice that is still news for its receiver, and the member it is about. */
export type News = { notice: OpenNotice; person: Noticed; conversationId: string | null };

export type NewsContext = { db: Db; site: Site; receiver: Receiver; language: Language; now: Date };

/**
 * The notices that are still news: the chat is unread, the like not seen, the visit not listed, the match made since
 * the receiver was last active. The receiver must also be able to see the other member, who is not blocked or gone
 * (rule 5).
 */
export async function findNews(context: NewsContext, notices: readonly OpenNotice[]): Promise<News[]> {
  const { db, receiver } = context;
  const from = (kind: NoticeKind) => notices.filter((notice) => notice.kind === kind).map((notice) => notice.from_id);
  const unread = await findUnreadFrom(db, receiver.id, from("message"));
  const likes = await findUnseenLikes(db, receiver.id, from("like"));
  const matches = await findMatches(db, receiver.id, from("match"));
  const viewerContext = { ...context, viewer: { memberId: receiver.id } };
  const visits = await findUnseenVisits(db, receiver.id, from("visitor"));
  const cards = await loadCards(viewerContext, [...new Set(notices.map((notice) => notice.from_id))]);
  return notices.flatMap((notice) => {
    const card = cards.find(({ id }) => id === notice.from_id);
    const chat = unread.find(({ fromId }) => fromId === notice.from_id);
    const isNews = {
      message: chat !== undefined,
      like: likes.has(notice.from_id),
      match: matches.has(notice.from_id) && receiver.last_active_at <= notice.happened_at,
      visitor: visits.has(notice.from_id),
    };
    if (!card || !isNews[notice.kind]) return [];
    const author = notice.kind === "message" ? (chat?.authorKind ?? "member") : "member";
    const person: Noticed = { name: card.name, fictional: card.fictional, author };
    return [{ notice, person, conversationId: notice.kind === "message" ? (chat?.conversationId ?? null) : null }];
  });
}
