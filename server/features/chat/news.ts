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
  find: findUnreadFrom,
  collect: findFreshUnread,
};
