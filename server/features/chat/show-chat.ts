import { chatPage } from "#contract/constants.ts";
import { isServed } from "#contract/served.ts";
import type { Db } from "#server/db/pool.ts";
import { loadCard, loadQuestions } from "#server/features/profiles/index.ts";
import { lacksAgeProof } from "#server/features/visibility/index.ts";
import { encodeCursor, pageOf, readCursor, type TimeCursor, timeCursor } from "#server/http/cursor.ts";
import { Failure, fail, failFields } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { findAttachments } from "./attachments.ts";
import {
  type ChatSide,
  findConversationsLeft,
  findSide,
  markRead,
  type Side,
  type WhichChat,
} from "./conversations-store.ts";
import { loadBeforeWriting } from "./first-messages/assert-may-write.ts";
import { findHeld, type HeldRow } from "./held-messages-store.ts";
import { countMessagesSince, findMessages } from "./messages-store.ts";
import { showPromise } from "./promise/show-promise.ts";
import { findQuotes } from "./quotes.ts";
import { priceFor, toHeldMessage, toMessage } from "./rules.ts";
import { findMarked } from "./safety/first-messages-store.ts";
import { showTalkOnChat } from "./talks/show-talk.ts";

type ReadContext = Pick<MemberContext, "db" | "now" | "emit">;

/** Marks a chat as read, and publishes that to the other member if both show receipts. */
export async function readChat(ctx: ReadContext, memberId: string, conversationId: string): Promise<void> {
  const read = await markRead(ctx.db, memberId, conversationId, ctx.now);
  if (!read) throw fail("conversation_not_found");
  const until = read.shown && read.read_until?.toISOString();
  if (until) ctx.emit(read.other_id, { type: "read", conversation: conversationId, until });
}

type ChatQuery = { conversation?: string; member?: string; before?: string; message?: string; reply?: string };

/** How many messages a page that opens at a search result shows before it. */
const messagesBeforeResult = 10;

function whichChat({ conversation, member }: ChatQuery): WhichChat {
  if (conversation) return { conversation };
  if (member) return { member };
  throw failFields({ conversation: "required" });
}

/** The number of messages of a page that reaches back to a search result, within the site's history limit. */
async function sizeUpTo(db: Db, side: Side, messageId: string, history: number): Promise<number> {
  const count = await countMessagesSince(db, side, messageId);
  if (count === 0) return chatPage;
  return Math.min(Math.max(chatPage, count + messagesBeforeResult), Math.max(chatPage, history));
}

/** A chat with a member who left is not found, like one that was deleted. */
async function loadPartner(ctx: MemberContext, otherId: string) {
  try {
    return await loadCard(ctx, otherId, { namesBlock: true });
  } catch (error) {
    if (error instanceof Failure && error.code === "profile_not_found") throw fail("conversation_not_found");
    throw error;
  }
}

/** The other member of the chat that a query names, the viewer's side of it, and their held messages to the other. */
async function findChat({ db, viewer: { memberId } }: MemberContext, which: WhichChat) {
  const [side, allHeld] = await Promise.all([findSide(db, memberId, which), findHeld(db, memberId)]);
  const isInChat = (row: HeldRow) => "conversation" in which && row.conversation_id === which.conversation;
  const namedId = "member" in which ? which.member : allHeld.find(isInChat)?.recipient_id;
  const otherId = side?.other_id ?? namedId;
  if (!otherId) throw fail("conversation_not_found");
  const held = allHeld.filter((row) => row.recipient_id === otherId && row.refused === null);
  return { id: side?.conversation_id ?? held[0]?.conversation_id, side, otherId, held };
}

/** A page of the messages that the viewer's side of the chat has, oldest first. */
async function loadMessages(
  ctx: MemberContext,
  side: ChatSide | undefined,
  { before, message, otherId }: { before: TimeCursor | null; message: string | undefined; otherId: string },
) {
  if (!side) return { messages: [], older_cursor: null };
  const { memberId } = ctx.viewer;
  const history = ctx.site.settings.chat_history_limit;
  const size = message && !before ? await sizeUpTo(ctx.db, side, message, history) : chatPage;
  const { page, last } = pageOf(await findMessages(ctx.db, side, before, { history, size }), size);
  const receivedIds = page.filter((row) => row.author_id !== memberId).map((row) => row.id);
  const [attachments, risks, quoteOf] = await Promise.all([
    findAttachments(ctx, memberId, page),
    findMarked(ctx.db, receivedIds),
    findQuotes(ctx, { otherId, side, replies: page }),
  ]);
  const messages = page.map((row) =>
    toMessage(row, memberId, {
      otherReadUntil: side.other_read_until,
      attachment: attachments.get(row.id),
      risks: risks.get(row.id),
      quote: quoteOf(row),
    }),
  );
  return { messages: messages.reverse(), older_cursor: last ? encodeCursor([last.cursor_at, last.id]) : null };
}

/** A page of a conversation. The newest ends with the viewer's held messages. */
export async function showChat(ctx: MemberContext, query: ChatQuery) {
  const { db, viewer, site } = ctx;
  if (query.member === viewer.memberId) throw fail("own_profile");
  const which = whichChat(query);
  const before = readCursor(timeCursor, query.before, "before");
  const { id, side, otherId, held } = await findChat(ctx, which);
  const nextReply = { author_id: viewer.memberId, reply_to: query.reply ?? null };
  const [
    profile,
    { messages, older_cursor },
    conversationsLeft,
    ageCheckRequired,
    promised,
    beforeWriting,
    questions,
    quoteOf,
    talk,
  ] = await Promise.all([
    "conversation" in which ? loadPartner(ctx, otherId) : loadCard(ctx, otherId, { namesBlock: true }),
    loadMessages(ctx, side, { before, message: query.message, otherId }),
    id ? null : findConversationsLeft(ctx, viewer.memberId, otherId),
    lacksAgeProof(db, site, viewer.memberId),
    showPromise(ctx, otherId, side),
    loadBeforeWriting(ctx, otherId, { haveChat: side !== undefined }),
    id ? [] : loadQuestions(ctx, otherId),
    findQuotes(ctx, { otherId, side, replies: [...held, nextReply] }),
    showTalkOnChat(ctx, otherId, side),
  ]);
  const served = isServed(profile);
  return {
    conversation: id ? { id } : null,
    profile,
    messages: before ? messages : [...messages, ...held.map((row) => toHeldMessage(row, quoteOf(row)))],
    older_cursor,
    num_unread_messages: side?.unread ?? 0,
    message_credits: priceFor({ served }, site.settings.message_credits),
    conversations_left: conversationsLeft,
    // who may not see the profile may not see what it asks
    questions: ageCheckRequired ? [] : questions,
    reply: quoteOf(nextReply) ?? null,
    ...promised,
    ...(!side && !served && { promise: null }),
    ...beforeWriting,
    age_check_required: ageCheckRequired,
    shows_typing: side?.shows_typing ?? false,
    talk: { ...talk, minute_credits: priceFor({ served }, site.settings.call_minute_credits) },
  };
}
