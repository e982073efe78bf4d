import type { Attachment } from "#contract/attachments.ts";
import type { AnswerOf } from "#contract/call.ts";
import type { ChatEntry, getChats, searchChats as searchCall, Undelivered } from "#contract/chat.ts";
import { chatsPage } from "#contract/constants.ts";
import type { Card } from "#contract/profiles.ts";
import { loadCards, type WithCard, withCards } from "#server/features/profiles/index.ts";
import { sumShown } from "#server/features/visibility/index.ts";
import { encodeCursor, pageOf, readCursor, type TimeCursor, timeCursor } from "#server/http/cursor.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { findAttachments } from "./attachments.ts";
import { type ConversationRow, findConversations, selectUnread } from "./conversations-store.ts";
import { findHeld, type HeldRow } from "./held-messages-store.ts";
import { toHeldMessage, toMessage } from "./rules.ts";
import { findChatsByName, findMessagesByText } from "./search-store.ts";

/** The first page includes those with only held messages, and in `undelivered` those not delivered. */
export async function listChats(ctx: MemberContext, cursor: string | undefined): Promise<AnswerOf<typeof getChats>> {
  const { memberId } = ctx.viewer;
  const before = readCursor(timeCursor, cursor, "before");
  const [conversations, held] = await Promise.all([
    findConversations(ctx.db, memberId, before, chatsPage + 1),
    before ? [] : findHeld(ctx.db, memberId),
  ]);
  const { page: rows, last } = pageOf(conversations, chatsPage);
  const end = last && { at: last.cursor_at, id: last.conversation_id };
  const [cards, attachments, olderUnread] = await Promise.all([
    loadCards(ctx, [...rows.map((row) => row.other_id), ...held.flatMap((row) => row.recipient_id ?? [])]),
    findAttachments(
      ctx,
      memberId,
      rows.map((row) => ({ id: row.message_id, attachment: row.attachment })),
    ),
    end ? countUnreadAfter(ctx, end) : 0,
  ]);
  const chats = withCards(rows, cards, "other_id").map((row) => toChat(row, memberId, attachments.get(row.message_id)));
  const waiting = toWaitingChats(withCards(held, cards, "recipient_id")).filter(
    ({ conversation }) => !chats.some((chat) => chat.conversation.id === conversation.id),
  );
  return {
    chats: waiting.length > 0 ? sortNewestFirst([...waiting, ...chats]) : chats,
    older_unread: olderUnread,
    undelivered: toUndelivered(held, cards),
    older_cursor: end ? encodeCursor([end.at, end.id]) : null,
  };
}

/** The unread messages, from members who may be shown, of the chats after a page. */
async function countUnreadAfter({ db, site, viewer: { memberId } }: MemberContext, end: TimeCursor): Promise<number> {
  return sumShown(await selectUnread(db, memberId, end).execute(), site.id, memberId);
}

export function toChat(
  row: WithCard<ConversationRow>,
  memberId: string,
  attachment: Attachment | undefined,
): ChatEntry {
  const { conversation_id: id, card: profile, unread: num_unread_messages, closed, promise_waits } = row;
  const last_message = toMessage({ ...row, id: row.message_id }, memberId, { attachment });
  return { conversation: { id }, profile, num_unread_messages, last_message, closed, promise_waits };
}

/** One entry for each recipient of held messages, with the newest one. */
function toWaitingChats(held: readonly WithCard<HeldRow>[]): ChatEntry[] {
  const waiting = held.filter((row) => row.refused === null);
  const newest = new Map(waiting.map((row) => [row.conversation_id, row]));
  return [...newest.values()].map((row) => ({
    conversation: { id: row.conversation_id },
    profile: row.card,
    num_unread_messages: 0,
    last_message: toHeldMessage(row),
    closed: false,
    promise_waits: false,
  }));
}

function sortNewestFirst(chats: ChatEntry[]): ChatEntry[] {
  return chats.toSorted((one, other) => (one.last_message.created_at < other.last_message.created_at ? 1 : -1));
}

function toUndelivered(held: readonly HeldRow[], cards: readonly Card[]): Undelivered[] {
  return held.flatMap((row) => {
    const profile = cards.find((card) => card.id === row.recipient_id) ?? null;
    const reason = row.refused ?? (profile ? null : "away");
    if (reason === null) return [];
    const { id, body: text } = row;
    return [{ id, profile, text, created_at: row.created_at.toISOString(), reason: reason as Undelivered["reason"] }];
  });
}

const maxChats = 20;
const maxMessages = 40;

/** Searches the caller's own conversations, except those with members they may not see. */
export async function searchChats(ctx: MemberContext, words: string): Promise<AnswerOf<typeof searchCall>> {
  const { memberId } = ctx.viewer;
  const history = ctx.site.settings.chat_history_limit;
  const [chats, messages] = await Promise.all([
    findChatsByName(ctx.db, memberId, words, maxChats),
    findMessagesByText(ctx.db, memberId, words, { limit: maxMessages, history }),
  ]);
  const otherIds = [...chats, ...messages].map((row) => row.other_id);
  const cards = await loadCards(ctx, otherIds);
  const toResult = (row: WithCard<{ conversation_id: string }>) => {
    return { conversation: { id: row.conversation_id }, profile: row.card };
  };
  return {
    chats: withCards(chats, cards, "other_id").map(toResult),
    messages: withCards(messages, cards, "other_id").map((row) => {
      return { ...toResult(row), message: toMessage(row, memberId) };
    }),
  };
}
