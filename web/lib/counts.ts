import type { ChatEntry } from "#contract/chat.ts";
import { badgeCap } from "#contract/constants.ts";
import type { LikesAnswer } from "#contract/likes.ts";

/** Unread messages over all chats (R3.05). */
export function countUnread(chats: readonly Pick<ChatEntry, "num_unread_messages">[]): number {
  return chats.reduce((sum, chat) => sum + chat.num_unread_messages, 0);
}

/** Received likes that the member has not looked at yet. */
export function countNewLikes(likes: Pick<LikesAnswer, "liked_by">): number {
  return likes.liked_by.filter((like) => like.like_new).length;
}

/** R2.08: a number as badges show it, `99+` above the cap. */
export function badgeText(count: number): string {
  return count > badgeCap ? `${badgeCap}+` : String(count);
}

/** R2.16: a page's title with the number of items that wait for the member. */
export function titleWithCount(title: string, count: number): string {
  return count > 0 ? `(${count}) ${title}` : title;
}
