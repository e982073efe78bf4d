import type { UndeliveredReason } from "#contract/chat.ts";
import { type Lockable, type Locked, lockPairs } from "#server/db/locks.ts";
import { withSavepoint } from "#server/db/transaction.ts";
import { lockWallet } from "#server/features/credits/index.ts";
import { Failure } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { lockConversations } from "./conversations-store.ts";
import { deleteHeld, findHeld, type HeldRow, lockHeld, lockHolding, markRefused } from "./held-messages-store.ts";
import { undeliveredReason } from "./rules.ts";
import { sendMessage } from "./send-message.ts";

/** `conversation`: the chat of the first message that was delivered. */
export type Delivery = { delivered: number; undelivered: number; conversation: string | null };

/** The account first, so that none is held meanwhile. */
export async function lockDelivery(db: Lockable<"accounts">, authorId: string): Promise<Locked<"conversations">> {
  const { db: account } = await lockHolding(db, authorId);
  const recipients = (await findHeld(account, authorId)).flatMap(({ recipient_id }) => recipient_id ?? []);
  const held = await lockHeld(await lockPairs(account, authorId, recipients), authorId);
  return (await lockConversations(held, authorId, recipients)).db;
}

/**
 * Each for at most the price that they saw (R4.02, D6.3). One that can't be sent costs nothing, and is kept. Call this
 * after the welcome credits are booked. Sending takes again what `lockDelivery` has locked.
 */
export async function deliverHeld(ctx: Context, locked: Locked<"conversations">, authorId: string): Promise<Delivery> {
  await lockWallet(locked, authorId);
  const waiting = (await findHeld(ctx.db, authorId)).filter((row) => row.refused === null);
  const conversations: string[] = [];
  let undelivered = 0;
  for (const row of waiting) {
    const outcome = await deliver(ctx, row);
    if (typeof outcome === "object") conversations.push(outcome.conversation);
    else if (outcome !== "deleted") {
      undelivered += 1;
      await markRefused(ctx.db, row.id, outcome);
    }
  }
  const delivered = conversations.length;
  ctx.emit(authorId, { type: "confirmed", delivered, undelivered });
  return { delivered, undelivered, conversation: conversations[0] ?? null };
}

async function deliver(ctx: Context, row: HeldRow): Promise<{ conversation: string } | "deleted" | UndeliveredReason> {
  const { id, author_id: from, recipient_id: to, body: text, key, conversation_id: conversationId } = row;
  const [question, reply] = [row.question ?? undefined, row.reply_to ?? undefined];
  if (to === null) return undeliveredReason("profile_not_found");
  const price = ctx.site.settings.message_credits;
  const credits = Math.min(price, row.credits ?? price);
  try {
    return await withSavepoint(ctx.db, async () => {
      // its author may have deleted it concurrently
      if ((await deleteHeld(ctx.db, from, { message: id })) === 0) return "deleted";
      const sent = await sendMessage(ctx, { from, to, text, key, conversationId, credits, question, reply });
      return { conversation: sent.conversation.id };
    });
  } catch (error) {
    if (error instanceof Failure) return undeliveredReason(error.code);
    throw error;
  }
}
