import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { findReceivedGift, markOpened } from "./store.ts";

export type OpenContext = Pick<MemberContext, "db" | "now" | "emit">;

/** Puts a gift on the recipient's shelf, which its giver sees. Opening it again changes nothing. */
export async function openGift({ db, now, emit }: OpenContext, recipientId: string, messageId: string): Promise<void> {
  const first = await markOpened(db, recipientId, messageId, now);
  const gift = await findReceivedGift(db, recipientId, messageId);
  if (!gift) throw fail("gift_not_found");
  if (!first) return;
  const event = { type: "gift_opened", conversation: gift.conversation_id, message: messageId } as const;
  emit(gift.author_id, event);
  emit(recipientId, event);
}
