import { expect, test } from "vitest";
import type { ChatEntry, Message } from "#contract/chat.ts";
import { withLastMessage, withoutUnread } from "./chats-cache.ts";

const chat = (id: string, num_unread_messages = 0) => ({ conversation: { id }, num_unread_messages }) as ChatEntry;

test("R4.17 opening a chat zeroes its unread count, and no other chat's", () => {
  const chats = withoutUnread([chat("a", 2), chat("b", 3)], "a");
  expect(chats.map((entry) => entry.num_unread_messages)).toEqual([0, 3]);
});

test("R2.22 a sent message moves its chat to the top; a chat that is not in the list has to be fetched", () => {
  const message = { text: "Hi" } as Message;
  expect(withLastMessage([chat("a"), chat("b")], "b", message)?.map((entry) => entry.conversation.id)).toEqual([
    "b",
    "a",
  ]);
  expect(withLastMessage([chat("a")], "c", message)).toBeUndefined();
});
