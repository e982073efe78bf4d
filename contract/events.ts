import { z } from "zod";
import { message } from "./chat.ts";

/** What the event stream `/api/events.php` tells a member at once; each is a nudge, the calls hold the truth (D6.5). */
export const event = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("message"),
    conversation: z.uuid(),
    from: z.uuid(),
    name: z.string(),
    /** The message itself, so that an open chat shows it without asking. */
    ...message.pick({ id: true, author_kind: true, text: true, created_at: true }).shape,
  }),
  z.object({ type: z.literal("like"), from: z.uuid(), name: z.string() }),
  z.object({ type: z.literal("match"), with: z.uuid(), name: z.string() }),
  z.object({ type: z.literal("read"), conversation: z.uuid() }),
  z.object({ type: z.literal("credits"), credits: z.int() }),
]);
export type MemberEvent = z.output<typeof event>;
