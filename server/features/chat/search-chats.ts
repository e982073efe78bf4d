import type { AnswerOf } from "#contract/call.ts";
import type { searchChats as searchCall } from "#contract/chat.ts";
import { loadCards } from "#server/features/profiles/index.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { toMessage } from "./rules.ts";
import { findChatsByName, findMessagesByText } from "./search-store.ts";

const maxChats = 20;
const maxMessages = 40;

/**
 * Searches the caller's own conversations, except those with members that visibility hides from the caller (rule 5).
 */
export async function searchChats(ctx: MemberContext, words: string): Promise<AnswerOf<typeof searchCall>> {
  const { memberId } = ctx.viewer;
  const history = ctx.site.settings.chat_history_limit;
  const [chats, messages] = await Promise.all([
    findChatsByName(ctx.db, memberId, words, maxChats),
    findMessagesByText(ctx.db, memberId, words, { limit: maxMessages, history }),
  ]);
  const cards = await loadCards(ctx, [...new Set([...chats, ...messages].map((row) => row.other_id))]);
  const byId = new Map(cards.map((card) => [card.id, card]));
  const shown = <Row extends { conversation_id: string; other_id: string }>(row: Row) => {
    const profile = byId.get(row.other_id);
    return profile ? [{ conversation: { id: row.conversation_id }, profile, row }] : [];
  };
  return {
    chats: chats.flatMap(shown),
    messages: messages.flatMap(shown).map(({ row, ...chat }) => ({ ...chat, message: toMessage(row, memberId, null) })),
  };
}
