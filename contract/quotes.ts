import { z } from "zod";

/**
 * What a message replies to (R11.02): a message of the chat, or a photo or a line of its recipient's profile. It is
 * found anew by its id for each reader, so it is gone if its source is, or if the reader may not see that.
 */
export const quote = z.object({
  kind: z.enum(["message", "photo", "line"]),
  id: z.uuid(),
  /** It is the viewer's own: their message, or of their profile. */
  mine: z.boolean(),
  /** The beginning of the message, or the line; empty for a photo. */
  text: z.string(),
  /** What the quoted message carries. */
  attachment: z.enum(["gift", "photo", "voice"]).optional(),
  /** The quoted photo of a profile, small. */
  thumb: z.string().optional(),
});
export type Quote = z.output<typeof quote>;
