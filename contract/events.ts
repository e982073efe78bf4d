import { z } from "zod";
import type * as account from "./account.ts";
import type { Call } from "./call.ts";
import * as chat from "./chat.ts";
import * as likes from "./likes.ts";
import type * as members from "./members.ts";
import * as talks from "./talks.ts";
import * as visitors from "./visitors.ts";

/**
 * What the event stream `/api/events.php` sends a member. An event is only a hint; the calls have the truth.
 * What one member does to another is declared beside the calls of its feature: `chatEvents`, `likesEvents`.
 */
export const event = z.discriminatedUnion("type", [
  ...chat.chatEvents,
  ...likes.likesEvents,
  ...talks.talksEvents,
  ...visitors.visitorsEvents,
  /** The other member of a conversation came online, or no longer counts as online. */
  z.object({ type: z.literal("presence"), member: z.uuid(), online: z.boolean() }),
  /** A member is no longer visible, nor are their likes, match and chat: blocked, or deleted. */
  z.object({ type: z.literal("member_hidden"), member: z.uuid() }),
  z.object({ type: z.literal("credits"), credits: z.int() }),
  /** A session of the member was ended: each client checks if it was its own. */
  z.object({ type: z.literal("sessions") }),
  z.object({ type: z.literal("photo"), photo: z.uuid(), status: z.enum(["active"]) }),
  /** The member's "about me" passed the inspection: others see it now. */
  z.object({ type: z.literal("about_me") }),
  /** The member's voice introduction passed the inspection: others hear it now. */
  z.object({ type: z.literal("voice_introduction") }),
  /** The member's address is confirmed: how many held messages were delivered, and how many never will be. */
  z.object({ type: z.literal("confirmed"), delivered: z.int(), undelivered: z.int() }),
]);
export type MemberEvent = z.output<typeof event>;

type CallsOf<M> = { [Name in keyof M]: M[Name] extends Call ? Name : never }[keyof M];
export type CallName =
  | CallsOf<typeof account>
  | CallsOf<typeof chat>
  | CallsOf<typeof likes>
  | CallsOf<typeof members>
  | CallsOf<typeof talks>
  | CallsOf<typeof visitors>;

/**
 * The calls whose answers an event makes outdated; none if the event itself says all that has changed. The pages that
 * show such an answer ask again.
 */
export const outdated: Record<MemberEvent["type"], readonly CallName[]> = {
  ...chat.outdatedByChat,
  ...likes.outdatedByLikes,
  ...talks.outdatedByTalks,
  ...visitors.outdatedByVisitors,
  presence: [],
  member_hidden: ["getVisitors"],
  credits: ["getUser"],
  sessions: [],
  photo: ["getUser"],
  about_me: [],
  voice_introduction: ["getUser"],
  confirmed: ["getUser", "getChats", "getChat"],
};
