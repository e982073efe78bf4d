import { chatOnPage } from "#contract/chat.ts";
import { onMemberPage } from "#server/member-page.ts";
import { findChatOf, findConversationsLeft } from "./conversations-store.ts";
import { loadBeforeWriting } from "./first-messages/assert-may-write.ts";

/** What a member's page says of the chat of the two, and before the first message. */
export const chatPart = onMemberPage(chatOnPage, async (ctx, memberId) => {
  const { db, viewer } = ctx;
  const [conversations_left, chat] = await Promise.all([
    findConversationsLeft(db, viewer.memberId, memberId),
    findChatOf(db, viewer.memberId, memberId),
  ]);
  const have_chatted = chat !== undefined;
  const beforeWriting = await loadBeforeWriting(ctx, memberId, { haveChat: have_chatted });
  return { conversations_left, have_chatted, chat_closed: chat?.closed ?? false, ...beforeWriting };
});
