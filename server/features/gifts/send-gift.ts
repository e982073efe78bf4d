import type { GiftCode } from "#contract/attachments.ts";
import { type NewAttachment, type SendContext, type Sent, sendMessage } from "#server/features/chat/index.ts";
import { assertFewWords, priceOf, toAttachment } from "./rules.ts";
import { findGifts, insertGift } from "./store.ts";

export type SendGiftInput = {
  from: string;
  to: string;
  gift: GiftCode;
  /** May be empty. */
  text: string;
  /** The `Idempotency-Key`; each sender has their own. */
  key: string;
};

/**
 * Sends a gift as a message that carries it: charge, ledger, message, gift and unread count are one transaction (D6.1).
 * Throws `text_too_long` for the field, `account_not_confirmed` and what `sendMessage` throws.
 */
export async function sendGift(ctx: SendContext, { from, to, gift, text, key }: SendGiftInput): Promise<Sent> {
  assertFewWords(text);
  const wrapped = toAttachment(gift, null);
  const attachment: NewAttachment = {
    kind: "gift",
    credits: priceOf(gift, ctx.site.settings.gift_credits),
    insert: (db, messageId) => insertGift(db, { messageId, recipientId: to, gift }),
    isSame: async (db, messageId) => (await findGifts(db, [messageId])).some((row) => row.gift === gift),
    toAuthor: wrapped,
    toRecipient: wrapped,
  };
  return await sendMessage(ctx, { from, to, text, key, attachment });
}
