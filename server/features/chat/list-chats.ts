import type { AnswerOf } from "#contract/call.ts";
import type { ChatEntry, getChats, searchChats as searchCall, Undelivered } from "#contract/chat.ts";
import { chatsPage } from "#contract/constants.ts";
import type { Card } from "#contract/profiles.ts";
import { loadCards } from "#server/features/profiles/index.ts";
import { sumShown } from "#server/features/visibility/index.ts";
import { encodeCursor, pageOf, readCursor, type TimeCursor, timeCursor } from "#server/http/cursor.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { findAttachments } from "./attachments.ts";
import { findConversations, selectUnread } from "./conversations-store.ts";
import { findHeld, type HeldRow } from "./held-messages-store.ts";
import { toHeldMessage, toMessage } from "./rules.ts";
import { findChatsByName, findMessagesByText } from "./search-store.ts";

/** The first page includes those with only held messages, and in `undelivered` those not delivered. */
export async function listChats(ctx: MemberContext, cursor?: string): Promise<AnswerOf<typeof getChats>> {
  const { memberId } = ctx.viewer;
  const before = readCursor(timeCursor, cursor, "before");
  const [conversations, held] = await Promise.all([
    findConversations(ctx.db, memberId, before, chatsPage + 1),
    before ? [] : findHeld(ctx.db, memberId),
  ]);
  const { page: rows, last: oldestShown } = pageOf(conversations, chatsPage);
  const otherIds = [...rows.map((row) => row.other_id), ...held.flatMap((row) => row.recipient_id ?? [])];
  const end = oldestShown && { at: oldestShown.cursor_at, id: oldestShown.conversation_id };
  const [cards, attachments, olderUnread] = await Promise.all([
    loadCards(ctx, [...new Set(otherIds)]),
    findAttachments(
      ctx,
      memberId,
      rows.map((row) => ({ id: row.message_id, attachment: row.attachment })),
    ),
    end ? countUnreadAfter(ctx, end) : 0,
  ]);
  const byId = new Map(cards.map((card) => [card.id, card]));
  const chats = rows.flatMap((row): ChatEntry[] => {
    const profile = byId.get(row.other_id);
    if (!profile) return [];
    const last_message = toMessage({ ...row, id: row.message_id }, memberId, null, attachments.get(row.message_id));
    const { conversation_id: id, unread: num_unread_messages, closed } = row;
    return [{ conversation: { id }, profile, num_unread_messages, last_message, closed }];
  });
  const waiting = listWaitingChats(held, byId).filter(
    ({ conversation }) => !chats.some((chat) => chat.conversation.id === conversation.id),
  );
  return {
    chats: waiting.length > 0 ? sortNewestFirst([...waiting, ...chats]) : chats,
    older_unread: olderUnread,
    undelivered: listUndelivered(held, byId),
    older_cursor: end ? encodeCursor([end.at, end.id]) : null,
  };
}

/** The unread messages, from members who may be shown, of the chats after a page. */
async function countUnreadAfter({ db, site, viewer: { memberId } }: MemberContext, end: TimeCursor): Promise<number> {
  return sumShown(await selectUnread(db, memberId, end).execute(), site.id, memberId);
}

type Cards = ReadonlyMap<string, Card>;
const findRecipientCard = (row: HeldRow, cards: Cards) =>
  row.recipient_id ? (cards.get(row.recipient_id) ?? null) : null;

/** One entry for each recipient of held messages, with the newest one. */
function listWaitingChats(held: readonly HeldRow[], cards: Cards): ChatEntry[] {
  const newest = new Map<string, ChatEntry>();
  for (const row of held) {
    const profile = row.refused === null ? findRecipientCard(row, cards) : null;
    if (!profile) continue;
    const conversation = { id: row.conversation_id };
    const last_message = toHeldMessage(row);
    newest.set(conversation.id, { conversation, profile, num_unread_messages: 0, last_message, closed: false });
  }
  return [...newest.values()];
}

function sortNewestFirst(chats: ChatEntry[]): ChatEntry[] {
  return chats.toSorted((one, other) => (one.last_message.created_at < other.last_message.created_at ? 1 : -1));
}

function listUndelivered(held: readonly HeldRow[], cards: Cards): Undelivered[] {
  return held.flatMap((row) => {
    const profile = findRecipientCard(row, cards);
    const reason = row.refused ?? (profile ? null : "away");
    if (reason === null) return [];
    const { id, body: text } = row;
    return [{ id, profile, text, created_at: row.created_at.toISOString(), reason: reason as Undelivered["reason"] }];
  });
}

const maxChats = 20;
const maxMessages = 40;

/** Searches the caller's own conversations, except those with members they may not see (rule 5). */
export async function searchChats(ctx: MemberContext, words: string): Promise<AnswerOf<typeof searchCall>> {
  const { memberId } = ctx.viewer;
  const history = ctx.site.settings.chat_history_limit;
  const [chats, messages] = await Promise.all([
    findChatsByName(ctx.db, memberId, words, maxChats),
    findMessagesByText(ctx.db, memberId, words, { limit: maxMessages, history }),
  ]);
  const cards = await loadCards(ctx, [...new Set([...chats, ...messages].map((row) => row.other_id))]);
  const byId = new Map(cards.map((card) => [card.id, card]));
  const withProfile = <Row extends { conversation_id: string; other_id: string }>(row: Row) => {
    const profile = byId.get(row.other_id);
    return profile ? [{ conversation: { id: row.conversation_id }, profile, row }] : [];
  };
  return {
    chats: chats.flatMap(withProfile),
    messages: messages
      .flatMap(withProfile)
      .map(({ row, ...chat }) => ({ ...chat, message: toMessage(row, memberId, null) })),
  };
}
