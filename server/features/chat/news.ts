import type { NoticeDefinition } from "#server/notice.ts";
import { findFreshUnread, findUnreadFrom } from "./unread-store.ts";

/** News as long as it is unread. Sending is the hot path: a job collects the unread messages instead. */
export const messageNotice: NoticeDefinition = {
  kind: "message",
  path: ({ conversationId }) => (conversationId ? `/chats/${conversationId}` : "/chats"),
  listPath: "/chats",
  isSentAgain: true,
  isNamed: true,
  isSeenInPage: false,
  isGrouped: false,
  pace: "soon",
  isUrgent: true,
  // it answers what the member wrote, and says who wrote it
  alsoInvented: true,
  async find(db, memberId, fromIds) {
    const unread = await findUnreadFrom(db, memberId, fromIds);
    return new Map(
      unread.map(({ fromId, conversationId, authorKind, carries, at }) => [
        fromId,
        { conversationId, author: authorKind, carries, at },
      ]),
    );
  },
  async collect(db, seconds) {
    const unread = await findFreshUnread(db, seconds);
    return unread.map(({ member_id: memberId, from_id: fromId, site_id: siteId, at: happenedAt }) => {
      return { memberId, fromId, siteId, happenedAt };
    });
  },
};
