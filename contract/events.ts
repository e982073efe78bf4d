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
  /** Somebody looked at the member's profile; the list knows who, as far as they may be seen. */
  z.object({ type: z.literal("visit") }),
  z.object({ type: z.literal("read"), conversation: z.uuid() }),
  /** A member is not to be seen any more, with the likes, the match and the chat: blocked (R6.07), or gone (D3.9). */
  z.object({ type: z.literal("member_hidden"), member: z.uuid() }),
  z.object({ type: z.literal("credits"), credits: z.int() }),
  /** A session of the member was ended: whoever hears it asks whether it was theirs (D3.4). */
  z.object({ type: z.literal("sessions") }),
  /** A photo of the member's own was checked (D8.2). */
  z.object({ type: z.literal("photo"), photo: z.uuid(), status: z.enum(["active"]) }),
  /** What the member wrote about themselves was checked: others see it now (D11.3). */
  z.object({ type: z.literal("about_me") }),
  /** The member's own address is confirmed: what was held is delivered, or will never be (D6.3). */
  z.object({ type: z.literal("confirmed"), delivered: z.int(), undelivered: z.int() }),
]);
export type MemberEvent = z.output<typeof event>;
