import { z } from "zod";
import { type GiftCode, giftCode } from "./attachments.ts";
import { defineCall } from "./call.ts";
import { seenCredits, sendMessage, withoutPromise } from "./chat.ts";
import { card, memberId } from "./profiles.ts";
import { optionalText } from "./text.ts";

/** The default of the setting `gift_factors`: all gifts, at three prices. */
export const usualGiftFactors: Readonly<Record<GiftCode, number>> = {
  coffee: 1,
  sunflower: 1,
  cupcake: 1,
  rose: 1,
  ice_cream: 1,
  balloon: 1,
  kite: 1,
  lucky_clover: 1,
  love_letter: 2,
  chocolates: 2,
  teddy: 2,
  bouquet: 2,
  champagne: 4,
  star: 4,
  treasure: 4,
  ring: 4,
};

export const giftTextLength = 200;

export const sendGift = defineCall({
  method: "POST",
  path: "/api/gift.php",
  summary: "Send a gift as a message, with a few words if wanted; its credits are charged in the same transaction.",
  who: "member",
  replay: "own",
  body: z.object({
    member: memberId,
    gift: giftCode,
    /** Maximum `giftTextLength` characters; the error `text_too_long` names this limit. */
    text: optionalText(10_000, "too_long").optional(),
    /** If the price is another one now, nothing is sent. */
    credits: seenCredits.optional(),
    without_promise: withoutPromise,
  }),
  answer: sendMessage.answer,
  errors: [
    ...sendMessage.errors.filter(
      (code) => code !== "held_limit" && code !== "message_price_changed" && code !== "question_not_found",
    ),
    "gift_not_offered",
    "gift_price_changed",
  ],
});

export const openGift = defineCall({
  method: "PUT",
  path: "/api/gift.php",
  summary: "The caller opens a gift that they received; its giver is notified. Opening it again changes nothing.",
  who: "member",
  key: "honoured",
  body: z.object({ message: z.uuid("invalid") }),
  answer: z.object({ opened: z.literal(true) }),
  errors: ["gift_not_found"],
});

/** The gifts that a member has opened, as others see them: how many of each, and from how many members, but not who. */
export const giftShelf = z.object({
  gifts: z.array(z.object({ gift: giftCode, count: z.int() })),
  givers: z.int(),
});
export type GiftShelf = z.output<typeof giftShelf>;

/** What a member's page shows of gifts (`getMember`). */
export const giftsOnPage = { gifts: giftShelf };

export const receivedGiftsListed = 200;

export const receivedGift = z.object({
  gift: giftCode,
  count: z.int(),
  /** Null if the caller can't see the giver any more. */
  giver: card.nullable(),
});
export type ReceivedGift = z.output<typeof receivedGift>;

export const getGifts = defineCall({
  method: "GET",
  path: "/api/gifts.php",
  summary: "The gifts that the caller received and opened, with their givers, newest first.",
  who: "member",
  answer: z.object({ received: z.array(receivedGift).max(receivedGiftsListed) }),
});
