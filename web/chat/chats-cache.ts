import type { QueryClient } from "@tanstack/react-query";
import type { ChatEntry, Message } from "#contract/chat.ts";
import { chatsQuery, refreshLive, threadsKey, userQuery } from "#web/member-parts/live-queries.ts";
import type { Thread } from "./thread.ts";

/** The list with nothing unread in this chat (R4.17); the other entries stay the same objects. */
export function withoutUnread(chats: readonly ChatEntry[], conversationId: string): ChatEntry[] {
  return chats.map((chat) => (chat.conversation.id === conversationId ? { ...chat, num_unread_messages: 0 } : chat));
}

/** The list with the chat and its newest message on top; undefined if the list does not have the chat yet. */
export function withLastMessage(
  chats: readonly ChatEntry[],
  conversationId: string,
  message: Message,
): ChatEntry[] | undefined {
  const chat = chats.find(({ conversation }) => conversation.id === conversationId);
  if (chat === undefined) return undefined;
  return [{ ...chat, last_message: message }, ...chats.filter((other) => other !== chat)];
}

function withGiftOpened<M extends Pick<Message, "id" | "attachment">>(message: M, id: string): M {
  if (message.id !== id || message.attachment?.kind !== "gift") return message;
  return { ...message, attachment: { ...message.attachment, opened: true } };
}

export function showGiftOpened(client: QueryClient, messageId: string): void {
  client.setQueriesData<Thread>({ queryKey: threadsKey }, (thread) =>
    thread ? { ...thread, messages: thread.messages.map((message) => withGiftOpened(message, messageId)) } : thread,
  );
  client.setQueryData(chatsQuery.queryKey, (chats) =>
    chats?.map((chat) => ({ ...chat, last_message: withGiftOpened(chat.last_message, messageId) })),
  );
}

/** Updates the list of chats and the balance after a sent message, without waiting for the next refresh. */
export function addSentMessage(client: QueryClient, conversationId: string, message: Message, credits: number): void {
  client.setQueryData(userQuery.queryKey, (user) => (user ? { ...user, credits } : user));
  const chats = client.getQueryData(chatsQuery.queryKey);
  const updatedList = chats && withLastMessage(chats, conversationId, message);
  if (updatedList) client.setQueryData(chatsQuery.queryKey, updatedList);
  // a pending answer may be older than the message, as after a lost connection
  if (!updatedList || client.isFetching(chatsQuery) > 0) refreshLive(client, "chats");
}
