import { chatOnPage } from "#contract/chat.ts";
import { type MemberPageContext, onMemberPage } from "#server/member-page.ts";
import { findPairs, noPair } from "./conversations-store.ts";
import { loadBeforeWriting } from "./first-messages/assert-may-write.ts";
import { writingOf } from "./rules.ts";

/** What a member's page says of the chat of the two, and before the first message. */
export async function loadChatPart(ctx: MemberPageContext, memberId: string) {
  const pair = (await findPairs(ctx, ctx.viewer.memberId, [memberId])).get(memberId) ?? noPair;
  const { have_chatted, left } = pair;
  const { answer_odds, unmet_wishes } = await loadBeforeWriting(ctx, memberId, { haveChat: have_chatted });
  return { writing: writingOf(pair, unmet_wishes), conversations_left: left, have_chatted, answer_odds };
}

export const chatPart = onMemberPage(chatOnPage, loadChatPart);
