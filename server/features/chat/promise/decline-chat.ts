import type { ClosedChat, DeclineReason } from "#contract/answer-promise.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { closeConversation, findDeclinable, lockConversation } from "../conversations-store.ts";
import { lockPromise } from "./answer-promises-store.ts";
import { emitGivenBack, endWithCredits } from "./settle-promise.ts";

/**
 * Closes the chat for both, and gives the credits back at once, unless the author is banned. Can be repeated. Throws
 * `conversation_not_found` to all but the recipient, `already_answered`, and `chat_closed` if the other closed it.
 */
export async function declineChat(
  ctx: Mutating<MemberContext>,
  { conversation, reason }: { conversation: string; reason: DeclineReason },
): Promise<ClosedChat> {
  const { now, viewer, emit } = ctx;
  const { db } = await lockConversation(ctx.db, conversation);
  const chat = await findDeclinable(db, viewer.memberId, conversation);
  if (!chat || chat.started_by === viewer.memberId) throw fail("conversation_not_found");
  if (chat.closed_at && chat.closed_by === viewer.memberId) {
    return { by_me: true, reason: chat.closed_reason as DeclineReason, at: chat.closed_at.toISOString() };
  }
  if (chat.closed_at) throw fail("chat_closed");
  if (chat.wrote) throw fail("already_answered");
  await closeConversation(db, { id: conversation, by: viewer.memberId, reason, now });
  const promised = chat.promised === null ? undefined : await lockPromise(db, chat.promised);
  const ending = { cause: "declined", now, hasChat: true } as const;
  const givenBack = promised?.row && (await endWithCredits(promised.db, promised.row, ending));
  if (givenBack) emitGivenBack(emit, givenBack, conversation);
  emit(chat.other_id, { type: "chat_changed", conversation });
  emit(viewer.memberId, { type: "chat_changed", conversation });
  return { by_me: true, reason, at: now.toISOString() };
}
