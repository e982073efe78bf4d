import type { Reaction } from "#contract/reactions.ts";
import { lockPair } from "#server/db/locks.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { findReceivedMessage, saveReaction } from "./messages-store.ts";
import { requireParties } from "./require-parties.ts";
import { mutedError } from "./rules.ts";

/**
 * Sets the reaction to a received message, by a member who might answer it. It costs nothing, notifies no one who is
 * away, and is no answer. Throws `message_not_found`, and what forbids a message.
 */
export async function reactToMessage(
  ctx: Mutating<MemberContext>,
  { message: messageId, reaction }: { message: string; reaction: Reaction | null },
): Promise<void> {
  const { viewer, site, now, emit } = ctx;
  const { memberId } = viewer;
  const received = await findReceivedMessage(ctx.db, memberId, messageId);
  if (!received) throw fail("message_not_found");
  const { author_id: authorId, conversation_id: conversation } = received;
  // so that no block comes between, and its author does not take it back
  const pair = await lockPair(ctx.db, memberId, authorId);
  const failure = mutedError(await requireParties(pair, site.id, memberId, authorId), now);
  if (failure) throw failure;
  const current = await findReceivedMessage(pair, memberId, messageId);
  if (!current) throw fail("message_not_found");
  if (current.reaction === reaction) return;
  await saveReaction(pair, messageId, reaction);
  for (const member of [authorId, memberId]) {
    emit(member, { type: "reaction", conversation, message: messageId, reaction });
  }
}
