import type { ChatEntry, Undelivered } from "#contract/chat.ts";
import type { Card } from "#contract/profiles.ts";
import { loadCards } from "#server/features/profiles/index.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { findAttachments } from "./attachments.ts";
import { findHeld, type HeldRow } from "./held-store.ts";
import { toHeldMessage, toMessage } from "./rules.ts";
import { findConversations } from "./store.ts";

const listLimit = 200;

/**
 * A member's conversations, newest message first, including those that only have held messages so far (D6.3). Messages
 * that could not be delivered, or can't be now, are listed as `undelivered`.
 */
export async function listChats(ctx: MemberContext): Promise<{ chats: ChatEntry[]; undelivered: Undelivered[] }> {
  const { memberId } = ctx.viewer;
  const [rows, held] = await Promise.all([findConversations(ctx.db, memberId, listLimit), findHeld(ctx.db, memberId)]);
  const others = [...rows.map((row) => row.other_id), ...held.flatMap((row) => row.recipient_id ?? [])];
  const [cards, attachments] = await Promise.all([
    loadCards(ctx, [...new Set(others)]),
    findAttachments(
      ctx,
      memberId,
      rows.map((row) => ({ id: row.message_id, attachment: row.attachment })),
    ),
  ]);
  const byId = new Map(cards.map((card) => [card.id, card]));
  const chats = rows.flatMap((row): ChatEntry[] => {
    const profile = byId.get(row.other_id);
    if (!profile) return [];
    const last_message = toMessage({ ...row, id: row.message_id }, memberId, null, attachments.get(row.message_id));
    return [{ conversation: { id: row.conversation_id }, profile, num_unread_messages: row.unread, last_message }];
  });
  const waiting = waitingChats(held, byId).filter(
    ({ conversation }) => !chats.some((chat) => chat.conversation.id === conversation.id),
  );
  return {
    chats: waiting.length > 0 ? newestFirst([...waiting, ...chats]) : chats,
    undelivered: listUndelivered(held, byId),
  };
}

type Cards = ReadonlyMap<string, Card>;
const cardOf = (row: HeldRow, cards: Cards) => (row.recipient_id ? (cards.get(row.recipient_id) ?? null) : null);

/** One entry for each recipient of held messages, with the newest one. */
function waitingChats(held: readonly HeldRow[], cards: Cards): ChatEntry[] {
  const newest = new Map<string, ChatEntry>();
  for (const row of held) {
    const profile = row.refused === null ? cardOf(row, cards) : null;
    if (!profile) continue;
    const conversation = { id: row.conversation_id };
    newest.set(conversation.id, { conversation, profile, num_unread_messages: 0, last_message: toHeldMessage(row) });
  }
  return [...newest.values()];
}

function newestFirst(chats: ChatEntry[]): ChatEntry[] {
  return chats.toSorted((one, other) => (one.last_message.created_at < other.last_message.created_at ? 1 : -1));
}

function listUndelivered(held: readonly HeldRow[], cards: Cards): Undelivered[] {
  return held.flatMap((row) => {
    const profile = cardOf(row, cards);
    const reason = row.refused ?? (profile ? null : "away");
    if (reason === null) return [];
    const { id, body: text } = row;
    return [{ id, profile, text, created_at: row.created_at.toISOString(), reason: reason as Undelivered["reason"] }];
  });
}
