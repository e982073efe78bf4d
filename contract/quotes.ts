import { z } from "zod";
import { uuidOf } from "./uuid.ts";

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
  attachment: z.enum(["gift", "photo"]).optional(),
  /** The quoted photo of a profile, small. */
  thumb: z.string().optional(),
});
export type Quote = z.output<typeof quote>;

/** How much of a message a quote shows. */
export const quoteLength = 140;

/** The lines of a text about oneself; each can be quoted by its id. One that is changed has another id. */
export const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
export const lineId = (line: string) => uuidOf(line);

/** The id of a profile's photo, which its address names. */
export const photoIdOf = ({ filename }: { filename: string }) => /\/photos\/([0-9a-f-]{36})\//.exec(filename)?.[1];
