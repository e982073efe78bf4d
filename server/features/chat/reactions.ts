import type { Reaction } from "#contract/reactions.ts";
import { type Locked, lockPair } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { requireParties } from "./require-parties.ts";
import { mutedError } from "./rules.ts";

/** A message that a member received and did not remove with its chat. */
async function findReceivedMessage(db: Db, memberId: string, messageId: string) {
  return await db
    .selectFrom("messages as m")
    .innerJoin("conversation_members as mine", (join) =>
      join.onRef("mine.conversation_id", "=", "m.conversation_id").onRef("mine.other_id", "=", "m.author_id"),
    )
    .select(["m.conversation_id", "m.author_id", "m.reaction"])
    .where("m.id", "=", messageId)
    .where("mine.member_id", "=", memberId)
    .where((where) =>
      where.or([where("mine.hidden_until", "is", null), where("m.created_at", ">", where.ref("mine.hidden_until"))]),
    )
    .executeTakeFirst();
}

async function saveReaction(pair: Locked<"pair">, messageId: string, reaction: Reaction | null): Promise<void> {
  await pair.updateTable("messages").set({ reaction }).where("id", "=", messageId).execute();
}

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
