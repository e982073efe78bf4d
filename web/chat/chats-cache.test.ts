import { expect, test } from "vitest";
import type { ChatEntry, Message } from "#contract/chat.ts";
import { withLastMessage, withoutUnread } from "./chats-cache.ts";

const chat = (id: string, num_unread_messages = 0) => ({ conversation: { id }, num_unread_messages }) as ChatEntry;

test("R4.17 opening a chat zeroes its count and no other", () => {
  const chats = withoutUnread([chat("a", 2), chat("b", 3)], "a");
  expect(chats.map((one) => one.num_unread_messages)).toEqual([0, 3]);
});

test("R2.22 a chat comes to the top with what was sent; one that the list does not have has to be asked for", () => {
  const message = { text: "Hi" } as Message;
  expect(withLastMessage([chat("a"), chat("b")], "b", message)?.map((one) => one.conversation.id)).toEqual(["b", "a"]);
  expect(withLastMessage([chat("a")], "c", message)).toBeUndefined();
});
