import type { GiftCode } from "#contract/attachments.ts";
import { giftPrice } from "#contract/gift-price.ts";
import { fail } from "#server/http/fail.ts";
import type { NewAttachment } from "../attachments.ts";
import type { SendContext } from "../draft.ts";
import { findParties } from "../messages-store.ts";
import { findSent, sendMessage } from "../send-message.ts";
import { assertFewWords, toAttachment } from "./rules.ts";
import { findGifts, insertGift } from "./store.ts";

export type SendGiftInput = {
  from: string;
  to: string;
  gift: GiftCode;
  /** May be empty. */
  text: string;
  /** The price that the giver saw, in credits; undefined: not told. */
  seen?: number | undefined;
  withoutPromise?: boolean | undefined;
  key: string;
};

/**
 * Charge, ledger, message, gift and unread count are one transaction. Throws `gift_price_changed` for a price
 * that the giver did not see, `gift_not_offered`, `text_too_long`, and what `sendMessage` throws.
 */
export async function sendGift(ctx: SendContext, { from, to, gift, text, seen, key, withoutPromise }: SendGiftInput) {
  assertFewWords(text);
  const wrapped = toAttachment(gift, null);
  const credits = giftPrice(gift, ctx.site.settings);
  const attachment: NewAttachment = {
    kind: "gift",
    credits: credits ?? 0,
    insert: (wallet, messageId) => insertGift(wallet, { messageId, recipientId: to, gift }),
    isSame: async (db, messageId) => (await findGifts(db, [messageId])).some((row) => row.gift === gift),
    toAuthor: wrapped,
    toRecipient: wrapped,
  };
  const draft = { from, to, text, key, attachment, withoutPromise };
  if (credits === undefined || (seen !== undefined && seen !== credits && !(await isItsPrice(ctx, draft, seen)))) {
    // a gift that was sent before has its answer
    const sent = await findSent(ctx, draft, attachment);
    if (sent) return sent;
    throw fail(credits === undefined ? "gift_not_offered" : "gift_price_changed");
  }
  return await sendMessage(ctx, draft);
}

/** Whether a gift costs nothing and the giver saw that: no one answers for the profile that gets it (D14.1). */
async function isItsPrice({ db, site }: SendContext, { from, to }: { from: string; to: string }, seen: number) {
  return seen === 0 && (await findParties(db, site.id, from, to))?.served === false;
}
