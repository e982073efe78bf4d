import { z } from "zod";
import { defineCall } from "./call.ts";

/** Kind reasons for a "No, thanks"; `locales/<lang>/answer-promise.json` has the words of each. */
export const declineReasons = ["not_a_match", "too_far", "met_someone", "too_busy", "not_looking"] as const;
export const declineReason = z.enum(declineReasons, "unknown_option");
export type DeclineReason = z.output<typeof declineReason>;

/** Why the credits of a message came back; `fraud`: staff banned its recipient for it. */
export const givenBackCauses = ["no_answer", "declined", "fraud"] as const;
export type GivenBackCause = (typeof givenBackCauses)[number];

/** Credits come back if no person answers in time. `used_up`: too many promises of the caller wait already. */
export const answerPromise = z.discriminatedUnion("state", [
  z.object({ state: z.literal("offered"), days: z.int() }),
  z.object({ state: z.literal("used_up"), days: z.int(), waiting: z.int() }),
  z.object({ state: z.literal("waiting"), credits: z.int(), until: z.iso.datetime() }),
  z.object({
    state: z.literal("given_back"),
    credits: z.int(),
    cause: z.enum(givenBackCauses),
    at: z.iso.datetime(),
  }),
]);
export type AnswerPromise = z.output<typeof answerPromise>;

/** A chat that one of the two closed by a "No, thanks": neither writes in it any more. */
export const closedChat = z.object({ by_me: z.boolean(), reason: declineReason, at: z.iso.datetime() });
export type ClosedChat = z.output<typeof closedChat>;

export const declineChat = defineCall({
  method: "PUT",
  path: "/api/decline.php",
  summary:
    "Answer a first message with a kind “No, thanks”: it closes the chat for both, and its credits go back at once (R10.01).",
  who: "member",
  key: "honoured",
  body: z.object({ conversation: z.object({ id: z.uuid("invalid") }), reason: declineReason }),
  answer: z.object({ closed: closedChat }),
  errors: ["conversation_not_found", "already_answered", "chat_closed"],
});
