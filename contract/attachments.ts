import { z } from "zod";
import { image } from "./profiles.ts";

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

/** The gifts that a site offers, each with its price as a multiple of the site's `gift_credits`. */
export const giftOffer = z.partialRecord(giftCode, z.int().min(1).max(100));
export type GiftOffer = z.output<typeof giftOffer>;

/** A gift in a message. `opened`: its recipient has opened it. */
export const giftAttachment = z.object({ kind: z.literal("gift"), gift: giftCode, opened: z.boolean() });

/** Why staff reject a photo, by the keys 1, 2 … in the queues: new ones come last. Words: `chat-photos.json`. */
export const photoRejections = [
  "explicit",
  "minor",
  "someone_else",
  "contact_details",
  "advertising",
  "other",
  "intimate",
  "child_abuse",
] as const;
export const photoRejection = z.enum(photoRejections);
export type PhotoRejection = z.output<typeof photoRejection>;

export const chatPhoto = image
  .pick({ filename: true, card_filename: true, thumb_filename: true, width: true, height: true, thumbhash: true })
  .extend({
    blurred_filename: z.string(),
    /** True if the two have not matched: show the blurred version until the viewer reveals the photo. */
    blurred: z.boolean(),
  });
export type ChatPhoto = z.output<typeof chatPhoto>;

/** A photo in a message (R1.06). Until it has passed the inspection only its author sees it. */
export const photoAttachment = z.object({
  kind: z.literal("photo"),
  status: z.enum(["inspection", "active", "rejected"]),
  /** Null if the viewer may not see the photo, because it waits for inspection or was rejected. */
  image: chatPhoto.nullable(),
  /** When it passed the inspection: its recipient sees it since then. */
  shown_since: z.iso.datetime().optional(),
  /** Why it was rejected, and how many credits its author got back; only for the author. */
  rejected: z.object({ reason: photoRejection, credits: z.int() }).optional(),
});
export type PhotoAttachment = z.output<typeof photoAttachment>;

/** A voice message (R12.01). It arrives at once; staff may reject it later. */
export const voiceAttachment = z.object({
  kind: z.literal("voice"),
  status: z.enum(["active", "rejected"]),
  seconds: z.int(),
  /** How loud it is, from its beginning to its end; each level is from 0 to 100. */
  waveform: z.array(z.int()),
  /** Null if it was rejected. */
  filename: z.string().nullable(),
  /** Why it was rejected, and how many credits its author got back; only for the author. */
  rejected: z.object({ reason: photoRejection, credits: z.int() }).optional(),
});
export type VoiceAttachment = z.output<typeof voiceAttachment>;

export const attachment = z.discriminatedUnion("kind", [giftAttachment, photoAttachment, voiceAttachment]);
export type Attachment = z.output<typeof attachment>;
