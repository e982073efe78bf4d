import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { ChatEntry, Message } from "#contract/chat.ts";
import { chatsQuery, threadKey } from "#web/lib/live-queries.ts";
import { showGiftOpened, withLastMessage, withoutUnread } from "./chats-cache.ts";

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

test("R1.05 opening a gift shows it as opened in the loaded chat and in the list, and no other gift", () => {
  const client = new QueryClient();
  const gift = (id: string) => ({ id, attachment: { kind: "gift", gift: "rose", opened: false } });
  client.setQueryData(threadKey("eva"), { messages: [gift("1"), gift("2"), { id: "3" }] });
  client.setQueryData(chatsQuery.queryKey, [{ ...chat("a"), last_message: gift("2") as Message }]);
  showGiftOpened(client, "2");
  const opened = ({ attachment }: Pick<Message, "attachment">) => attachment?.kind === "gift" && attachment.opened;
  const thread = client.getQueryData<{ messages: Message[] }>(threadKey("eva"));
  expect(thread?.messages.map(opened)).toEqual([false, true, false]);
  expect(client.getQueryData(chatsQuery.queryKey)?.map((entry) => opened(entry.last_message))).toEqual([true]);
});
