import type { ChatEntry } from "#contract/chat.ts";
import { onTracesDeleted } from "#web/lib/traces.ts";

let last: ChatEntry[] | undefined;
onTracesDeleted(() => setLastChats(undefined));

/** The list of chats that this page has fetched last; in memory only, so that it ends with the page or a logout. */
export const readLastChats = () => last;

export function setLastChats(chats: ChatEntry[] | undefined): void {
  last = chats;
}
