import type { UndeliveredReason } from "#contract/chat.ts";
import { lockPairs } from "#server/db/lock-pair.ts";
import type { Db } from "#server/db/pool.ts";
import { withSavepoint } from "#server/db/transaction.ts";
import { Failure } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { deleteHeld, findHeld, type HeldRow, lockCredits, lockHeld, lockHolding, markRefused } from "./held-store.ts";
import { undeliveredReason } from "./rules.ts";
import { sendMessage } from "./send-message.ts";
import { lockConversations } from "./store.ts";

export type Delivery = { delivered: number; undelivered: number };

/** Before the wallet, in the order of all code about two members; the account first, so that none is held meanwhile. */
export async function lockDelivery(db: Db, authorId: string): Promise<void> {
  await lockHolding(db, authorId);
  const recipients = (await findHeld(db, authorId)).flatMap(({ recipient_id }) => recipient_id ?? []);
  await lockPairs(db, authorId, recipients);
  await lockHeld(db, authorId);
  await lockConversations(db, authorId, recipients);
}

/**
 * Delivers each for at most the price that its author saw. One that can't be sent costs nothing, and is kept. Call this
 * in the transaction that began with `lockDelivery`, after the welcome credits are booked.
 */
export async function deliverHeld(ctx: Context, authorId: string): Promise<Delivery> {
  await lockCredits(ctx.db, authorId);
  const waiting = (await findHeld(ctx.db, authorId)).filter((row) => row.refused === null);
  const delivery = { delivered: 0, undelivered: 0 };
  for (const row of waiting) {
    const outcome = await deliver(ctx, row);
    if (outcome === "delivered") delivery.delivered += 1;
    else if (outcome !== "deleted") {
      delivery.undelivered += 1;
      await markRefused(ctx.db, row.id, outcome);
    }
  }
  ctx.emit(authorId, { type: "confirmed", ...delivery });
  return delivery;
}

async function deliver(ctx: Context, row: HeldRow): Promise<"delivered" | "deleted" | UndeliveredReason> {
  const { id, author_id: from, recipient_id: to, body: text, key, conversation_id: conversationId } = row;
  if (to === null) return undeliveredReason("profile_not_found");
  const price = ctx.site.settings.message_credits;
  const credits = Math.min(price, row.credits ?? price);
  try {
    return await withSavepoint(ctx.db, async () => {
      // its author may have deleted it concurrently
      if ((await deleteHeld(ctx.db, from, { message: id })) === 0) return "deleted";
      await sendMessage(ctx, { from, to, text, key, conversationId, credits });
      return "delivered";
    });
  } catch (error) {
    if (error instanceof Failure) return undeliveredReason(error.code);
    throw error;
  }
}
