import { takeBackMs } from "#contract/chat.ts";
import { lockPair } from "#server/db/locks.ts";
import { giveBack } from "#server/features/credits/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { lockConversation } from "./conversations-store.ts";
import { movePromise } from "./promise/answer-promises-store.ts";
import { claimUnread, findOwnMessage, removeMessage } from "./take-back-store.ts";

/**
 * Deletes a message for both, if its recipient has not read it, and gives its credits back once. A chat without
 * another message goes too, as if it had never begun. Returns these credits; undefined if the member sent no such
 * message. Throws `too_late_to_take_back`, and `message_not_found` if the same happened meanwhile.
 */
export async function takeMessageBack(ctx: Mutating<MemberContext>, messageId: string): Promise<number | undefined> {
  const { now, emit, viewer, site } = ctx;
  const { memberId } = viewer;
  const own = await findOwnMessage(ctx.db, memberId, messageId);
  if (!own) return undefined;
  const { conversation_id: conversation, other_id: otherId } = own;
  // the pair, because the other may begin the chat anew at the same instant
  const pair = await lockPair(ctx.db, memberId, otherId);
  const { db: chat } = await lockConversation(pair, conversation);
  const message = await claimUnread(chat, messageId, new Date(now.getTime() - takeBackMs));
  if (!message) {
    const isThere = await findOwnMessage(chat, memberId, messageId);
    throw fail(isThere ? "too_late_to_take_back" : "message_not_found");
  }
  const removed = { messageId, conversation, from: memberId };
  await removeMessage(chat, removed);
  await movePromise(chat, removed);
  const reason = { memberId, siteId: site.id, cause: "taken_back", causeId: messageId, now } as const;
  const balance = message.credits > 0 ? await giveBack(chat, message.credits, reason) : undefined;
  if (balance !== undefined) emit(memberId, { type: "credits", credits: balance });
  for (const member of [memberId, otherId]) emit(member, { type: "taken_back", conversation, message: messageId });
  return balance === undefined ? 0 : message.credits;
}
