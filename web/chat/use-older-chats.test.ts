import { expect, test } from "vitest";
import type { ChatEntry } from "#contract/chat.ts";
import { withRest } from "./use-older-chats.ts";

const chat = (id: string, unread = 0) => ({ conversation: { id }, num_unread_messages: unread }) as ChatEntry;
const shown = (chats: readonly ChatEntry[]) => chats.map((entry) => [entry.conversation.id, entry.num_unread_messages]);

test("R3.05 each chat is listed once: live entries win, and a chat that a new one pushed out of the live part stays", () => {
  const rest = withRest([chat("a"), chat("b")], [chat("c"), chat("d")]);
  expect(shown(withRest([chat("new"), chat("d", 1), chat("a")], rest))).toEqual([
    ["new", 0],
    ["d", 1],
    ["a", 0],
    ["b", 0],
    ["c", 0],
  ]);
});
