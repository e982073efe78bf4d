import { z } from "zod";

/** The 16 gifts, cheapest first (R1.05). */
export const giftCodes = [
  "coffee",
  "sunflower",
  "cupcake",
  "rose",
  "ice_cream",
  "balloon",
  "kite",
  "lucky_clover",
  "love_letter",
  "chocolates",
  "teddy",
  "bouquet",
  "champagne",
  "star",
  "treasure",
  "ring",
] as const;
export const giftCode = z.enum(giftCodes);
export type GiftCode = z.output<typeof giftCode>;

/** A gift in a message. `opened`: its recipient has opened it. */
export const giftAttachment = z.object({ kind: z.literal("gift"), gift: giftCode, opened: z.boolean() });

/** What a message carries besides its text. */
export const attachment = z.discriminatedUnion("kind", [giftAttachment]);
export type Attachment = z.output<typeof attachment>;
