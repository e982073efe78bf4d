import * as contract from "#contract/chat.ts";
import { chatPage } from "#contract/constants.ts";
import { loadCards } from "#server/features/profiles/load-cards.ts";
import { fail, failFields } from "#server/http/fail.ts";
import { type Handler, handle, type MemberContext } from "#server/http/handle.ts";
import { readChat } from "./read-chat.ts";
import { readCursor, toMessage, writeCursor } from "./rules.ts";
import { sendMessage } from "./send-message.ts";
import { findConversations, findMessages, findSide, hideConversation } from "./store.ts";

const listed = 200;

async function showChat(ctx: MemberContext, query: { conversation?: string; member?: string; before?: string }) {
  const { db, viewer, site } = ctx;
  if (query.member === viewer.memberId) throw fail("own_profile");
  const which = query.conversation ? { conversation: query.conversation } : { member: query.member ?? "" };
  if ("member" in which && which.member === "") throw failFields({ conversation: "required" });
  const before = query.before === undefined ? null : readCursor(query.before);
  if (query.before !== undefined && !before) throw failFields({ before: "invalid" });
  const side = await findSide(db, viewer.memberId, which);
  if (!side && "conversation" in which) throw fail("conversation_not_found");
  const otherId = side?.other_id ?? query.member ?? "";
  const [[profile], rows] = await Promise.all([
    loadCards(ctx, [otherId]),
    side ? findMessages(db, side, before, site.settings.chat_history_limit) : [],
  ]);
  if (!profile) throw fail("profile_not_found");
  const page = rows.slice(0, chatPage);
  const oldest = rows.length > chatPage ? page.at(-1) : undefined;
  return {
    conversation: side ? { id: side.conversation_id } : null,
    profile,
    messages: page.map((row) => toMessage(row, viewer.memberId, side?.other_read_until ?? null)).reverse(),
    older_cursor: oldest ? writeCursor(oldest) : null,
    num_unread_messages: side?.unread ?? 0,
    message_credits: site.settings.message_credits,
  };
}

export const chatRoutes: Handler[] = [
  handle(contract.getChats, async (ctx) => {
    const rows = await findConversations(ctx.db, ctx.viewer.memberId, listed);
    const cards = await loadCards(
      ctx,
      rows.map((row) => row.other_id),
    );
    const byId = new Map(cards.map((card) => [card.id, card]));
    const chats = rows.flatMap((row) => {
      const profile = byId.get(row.other_id);
      if (!profile) return [];
      const last_message = toMessage({ ...row, id: row.message_id }, ctx.viewer.memberId, null);
      return [{ conversation: { id: row.conversation_id }, profile, num_unread_messages: row.unread, last_message }];
    });
    return { chats };
  }),
  handle(contract.getChat, (ctx, { query }) => showChat(ctx, query)),
  handle(contract.readChat, async (ctx, { body }) => {
    await readChat(ctx, ctx.viewer.memberId, body.conversation.id);
    return { num_unread_messages: 0 };
  }),
  handle(contract.deleteChat, async ({ db, viewer, now }, { body }) => {
    if (!(await hideConversation(db, viewer.memberId, body.conversation.id, now))) throw fail("conversation_not_found");
    return { deleted: true };
  }),
  handle(contract.sendMessage, (ctx, { body }) => {
    return sendMessage(ctx, { from: ctx.viewer.memberId, to: body.member, text: body.text, key: ctx.key });
  }),
];
