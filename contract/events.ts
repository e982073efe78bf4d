import { z } from "zod";
import type * as account from "./account.ts";
import { attachment } from "./attachments.ts";
import type { Call } from "./call.ts";
import type * as chat from "./chat.ts";
import { message } from "./chat.ts";
import type * as likes from "./likes.ts";
import type * as members from "./members.ts";
import type * as visitors from "./visitors.ts";

/** What the event stream `/api/events.php` sends a member. An event is only a hint; the calls have the truth (D6.5). */
export const event = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("message"),
    conversation: z.uuid(),
    from: z.uuid(),
    name: z.string(),
    /** The message itself, so that an open chat shows it without another request. */
    ...message.pick({ id: true, author_kind: true, text: true, attachment: true, risks: true, created_at: true }).shape,
  }),
  /** A message's attachment has changed for this member: its photo passed the inspection, or was rejected. */
  z.object({ type: z.literal("attachment"), conversation: z.uuid(), message: z.uuid(), attachment }),
  z.object({ type: z.literal("like"), from: z.uuid(), name: z.string() }),
  z.object({ type: z.literal("match"), with: z.uuid(), name: z.string() }),
  /** A member looked at this member's profile; the visitors list says who, if they are visible. */
  z.object({ type: z.literal("visit") }),
  z.object({ type: z.literal("read"), conversation: z.uuid() }),
  /** The other member is writing in this conversation; it holds for `typingShownMs` (D6.5). */
  z.object({ type: z.literal("typing"), conversation: z.uuid() }),
  /** The other member of a conversation came online, or no longer counts as online. */
  z.object({ type: z.literal("presence"), member: z.uuid(), online: z.boolean() }),
  /** The recipient opened the gift in this message; both members get the event. */
  z.object({ type: z.literal("gift_opened"), conversation: z.uuid(), message: z.uuid() }),
  /** A member is no longer visible, nor are their likes, match and chat: blocked (R6.07), or deleted (D3.9). */
  z.object({ type: z.literal("member_hidden"), member: z.uuid() }),
  /** The chat was closed, or the credits of its first message came back (R10.01). */
  z.object({ type: z.literal("chat_changed"), conversation: z.uuid() }),
  z.object({ type: z.literal("credits"), credits: z.int() }),
  /** A session of the member was ended: each client checks if it was its own (D3.4). */
  z.object({ type: z.literal("sessions") }),
  z.object({ type: z.literal("photo"), photo: z.uuid(), status: z.enum(["active"]) }),
  /** The member's "about me" passed the inspection: others see it now (D11.3). */
  z.object({ type: z.literal("about_me") }),
  /** The member's address is confirmed: how many held messages were delivered, and how many never will be (D6.3). */
  z.object({ type: z.literal("confirmed"), delivered: z.int(), undelivered: z.int() }),
]);
export type MemberEvent = z.output<typeof event>;

type CallsOf<M> = { [Name in keyof M]: M[Name] extends Call ? Name : never }[keyof M];
export type CallName =
  | CallsOf<typeof account>
  | CallsOf<typeof chat>
  | CallsOf<typeof likes>
  | CallsOf<typeof members>
  | CallsOf<typeof visitors>;

/**
 * The calls whose answers an event makes outdated; none if the event itself says all that has changed. The pages that
 * show such an answer ask again.
 */
export const outdated: Record<MemberEvent["type"], readonly CallName[]> = {
  message: ["getChats", "getChat"],
  attachment: ["getChats", "getChat"],
  like: ["getLikes", "getMember"],
  match: ["getLikes", "getMember", "getChat"],
  visit: ["getUser", "getVisitors"],
  read: ["getChat"],
  typing: [],
  presence: [],
  gift_opened: ["getChat"],
  member_hidden: ["getVisitors"],
  chat_changed: ["getChats", "getChat"],
  credits: ["getUser"],
  sessions: [],
  photo: ["getUser"],
  about_me: [],
  confirmed: ["getUser", "getChats", "getChat"],
};
