import type { ChatEntry } from "#contract/chat.ts";
import { badgeCap } from "#contract/constants.ts";

/** Unread messages over all chats. */
export function countUnread(chats: readonly Pick<ChatEntry, "num_unread_messages">[]): number {
  return chats.reduce((sum, chat) => sum + chat.num_unread_messages, 0);
}

/** Writes a number as badges show it, `99+` above the cap. */
export function badgeText(count: number): string {
  return count > badgeCap ? `${badgeCap}+` : String(count);
}

/** Puts the number of waiting items before a title (R2.16). */
export function titleWithCount(title: string, count: number): string {
  return count > 0 ? `(${count}) ${title}` : title;
}

/** Shows a number on the installed app's icon; 0 clears it (R2.16). A failure is ignored (R8.04). */
export function showAppBadge(count: number): void {
  const { setAppBadge } = navigator as Partial<Navigator>;
  setAppBadge?.call(navigator, count).catch(() => {});
}
