import type { GivenBackCause } from "#contract/answer-promise.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { Emit } from "#server/emit.ts";
import { giveBack } from "#server/features/credits/index.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { type Due, endPromise, lockConversation, lockPromise, type Promised } from "./store.ts";

type Ending = { cause: GivenBackCause; now: Date; hasChat: boolean };
/** The author, and the credits that they have since. */
type GivenBack = { memberId: string; credits: number };

/**
 * Ends a promise and gives its credits back: the ledger, the line in the chat and the update are one transaction
 * (R10.01). Call this in a transaction that has locked the conversation, if there still is one, and the promise.
 * Undefined if the credits came back before, as those of a rejected photo do.
 */
export async function endWithCredits(
  db: Db,
  { message_id: causeId, author_id: memberId, site_id: siteId, conversation_id, credits }: Promised,
  { cause, now, hasChat }: Ending,
): Promise<GivenBack | undefined> {
  const balance = await giveBack(db, credits, { memberId, siteId, cause, causeId, now });
  await endPromise(db, causeId, balance === undefined ? "withheld" : cause, now);
  if (balance === undefined) return undefined;
  await addUpdate(db, { memberId, kind: cause, path: hasChat ? `/chats/${conversation_id}` : "/transactions", now });
  return { memberId, credits: balance };
}

/** Tells the open pages of an author that credits came back. */
export function emitGivenBack(emit: Emit, { memberId, credits }: GivenBack, conversation: string): void {
  emit(memberId, { type: "credits", credits });
  emit(memberId, { type: "chat_changed", conversation });
}

/**
 * Settles a promise whose time is over: it was kept by an answer, or its credits come back. Settling it again changes
 * nothing. It locks conversation, promise and wallet, in the order of sending; so an answer
 * that comes at the same time is either there or comes after the deadline.
 */
export async function settlePromise(
  { db, now, emit }: { db: Db; now: Date; emit: Emit },
  { message_id: id, conversation_id: conversation }: Due,
): Promise<void> {
  const givenBack = await inTransaction(db, async (trx) => {
    const hasChat = await lockConversation(trx, conversation);
    const promised = await lockPromise(trx, id);
    if (!promised) return undefined;
    if (!promised.answered) return endWithCredits(trx, promised, { cause: "no_answer", now, hasChat });
    await endPromise(trx, id, "answered", now);
    return undefined;
  });
  if (givenBack) emitGivenBack(emit, givenBack, conversation);
}
