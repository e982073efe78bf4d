import { chatOnPage } from "#contract/chat.ts";
import { type MemberPageContext, onMemberPage } from "#server/member-page.ts";
import { findPairs, noPair } from "./conversations-store.ts";
import { loadBeforeWriting } from "./first-messages/assert-may-write.ts";
import { writingOf } from "./rules.ts";

/** What a member's page says of the chat of the two, and before the first message. */
export async function loadChatPart(ctx: MemberPageContext, memberId: string) {
  const pair = (await findPairs(ctx, ctx.viewer.memberId, [memberId])).get(memberId) ?? noPair;
  const { have_chatted, left } = pair;
  const beforeWriting = await loadBeforeWriting(ctx, memberId, { haveChat: have_chatted });
  const writing = writingOf(pair, beforeWriting.unmet_wishes);
  return { writing, conversations_left: left, have_chatted, ...beforeWriting };
}

export const chatPart = onMemberPage(chatOnPage, loadChatPart);
