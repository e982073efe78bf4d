import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import type { ChatEntry, Message } from "#contract/chat.ts";
import { chatsQuery, threadKey } from "#web/member-parts/live-queries.ts";
import { addSentMessage, showGiftOpened, withLastMessage, withoutUnread } from "./chats-cache.ts";

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

test("R4.22 R2.22 an answer that was requested before a message was sent does not take it out of the list again", async () => {
  const client = new QueryClient();
  const { promise: older, resolve: answer } = Promise.withResolvers<Response>();
  const toAnswer = (chats: ChatEntry[]) => new Response(JSON.stringify({ chats, older_unread: 0 }));
  const message = { text: "Hi" } as Message;
  const withIt = [{ ...chat("a"), last_message: message }];
  const fetch = vi.fn<() => Promise<Response>>().mockReturnValueOnce(older).mockResolvedValueOnce(toAnswer(withIt));
  vi.stubGlobal("fetch", fetch);
  vi.stubGlobal("document", { documentElement: { lang: "en", dataset: {} } });
  client.setQueryData(chatsQuery.queryKey, [chat("a")]);
  const pending = client.fetchQuery(chatsQuery).catch(() => undefined);
  addSentMessage(client, "a", message, 4);
  answer(toAnswer([chat("a")]));
  await pending;
  await expect.poll(() => [fetch.mock.calls.length, client.isFetching()]).toEqual([2, 0]);
  expect(client.getQueryData(chatsQuery.queryKey)).toEqual(withIt);
});
