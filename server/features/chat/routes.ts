import { declineChat as declineCall } from "#contract/answer-promise.ts";
import * as contract from "#contract/chat.ts";
import { sendChatPhoto as sendChatPhotoCall } from "#contract/chat-photos.ts";
import { reactToMessage as reactCall } from "#contract/reactions.ts";
import { sendVoiceMessage as sendVoiceCall } from "#contract/voice.ts";
import { fail } from "#server/http/fail.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { hideConversation, lockConversation } from "./conversations-store.ts";
import { deleteHeld } from "./held-messages-store.ts";
import { listChats, searchChats } from "./list-chats.ts";
import { sendChatPhoto } from "./photos/send-chat-photo.ts";
import { showTyping } from "./presence.ts";
import { withholdOfAuthor } from "./promise/answer-promises-store.ts";
import { declineChat } from "./promise/decline-chat.ts";
import { questionFinder } from "./question.ts";
import { reactToMessage } from "./reactions.ts";
import { sendMessage } from "./send-message.ts";
import { readChat, showChat } from "./show-chat.ts";
import { takeMessageBack } from "./take-back.ts";
import { sendVoiceMessage } from "./voice/send-voice-message.ts";

export const chatRoutes: Handler[] = [
  handle(contract.getChats, (ctx, { query }) => listChats(ctx, query.before)),
  handle(contract.getChat, (ctx, { query }) => showChat(ctx, query)),
  handle(contract.readChat, async (ctx, { body }) => {
    await readChat(ctx, ctx.viewer.memberId, body.conversation.id);
    return { num_unread_messages: 0 };
  }),
  handle(contract.deleteChat, async ({ db, viewer, now }, { body }) => {
    const { id } = body.conversation;
    const heldDeleted = await deleteHeld(db, viewer.memberId, { conversation: id });
    const { db: chat } = await lockConversation(db, id);
    await withholdOfAuthor(chat, viewer.memberId, id, now);
    const hidden = await hideConversation(chat, viewer.memberId, id, now);
    if (!hidden && heldDeleted === 0) throw fail("conversation_not_found");
    return { deleted: true };
  }),
  handle(contract.sendMessage, (ctx, { body }) => {
    const { member: to, text, credits: seen, without_promise: withoutPromise, reply } = body;
    const question = body.question === undefined ? undefined : questionFinder(ctx, to, body.question);
    const draft = { from: ctx.viewer.memberId, to, text, seen, key: ctx.key, withoutPromise, question, reply };
    return sendMessage(ctx, draft);
  }),
  handle(contract.sendTyping, async (ctx, { body }) => {
    await showTyping(ctx, body.conversation.id);
    return {};
  }),
  handle(contract.searchChats, (ctx, { query }) => searchChats(ctx, query.q)),
  handle(contract.deleteMessage, async (ctx, { body }) => {
    const { message } = body;
    const credits = await takeMessageBack(ctx, message);
    const wasSent = credits !== undefined;
    if (!wasSent && (await deleteHeld(ctx.db, ctx.viewer.memberId, { message })) === 0) throw fail("message_not_found");
    return { deleted: true, credits: credits ?? 0 };
  }),
  handle(reactCall, async (ctx, { body }) => {
    await reactToMessage(ctx, body);
    return { reaction: body.reaction };
  }),
  handle(sendChatPhotoCall, (ctx, { body }) => sendChatPhoto(ctx, body)),
  handle(sendVoiceCall, (ctx, { body }) => sendVoiceMessage(ctx, body)),
  handle(declineCall, async (ctx, { body }) => ({
    closed: await declineChat(ctx, { conversation: body.conversation.id, reason: body.reason }),
  })),
];
