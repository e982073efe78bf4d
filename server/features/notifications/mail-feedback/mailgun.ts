import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { hourMs } from "#contract/durations.ts";
import type { FeedbackKind } from "#contract/operations.ts";
import { type Feedback, tokenIn } from "./rules.ts";

export const mailgunEvent = z.object({
  signature: z.object({ timestamp: z.string(), token: z.string(), signature: z.string() }),
  "event-data": z.object({
    event: z.string(),
    severity: z.string().optional(),
    reason: z.string().optional(),
    timestamp: z.number().optional(),
    message: z.object({ headers: z.object({ "message-id": z.string().optional() }) }).optional(),
  }),
});

type MailgunEvent = z.output<typeof mailgunEvent>;

/** The maximum age of a signature. Mailgun repeats an unanswered webhook for eight hours. */
const toleranceMs = 12 * hourMs;

export function isSignedByMailgun({ signature }: MailgunEvent, key: string, now: Date): boolean {
  const expected = createHmac("sha256", key)
    .update(signature.timestamp + signature.token)
    .digest();
  const actual = Buffer.from(signature.signature, "hex");
  const age = Math.abs(now.getTime() - Number(signature.timestamp) * 1000);
  return actual.length === expected.length && timingSafeEqual(actual, expected) && age <= toleranceMs;
}

function kindOf({ event, severity, reason = "" }: MailgunEvent["event-data"]): FeedbackKind | undefined {
  switch (event) {
    case "failed":
      // Mailgun tries again after a temporary failure; `old` is when it has given up
      if (severity !== "permanent" || reason === "suppress-unsubscribe" || reason === "suppress-complaint") return;
      return reason === "old" ? "soft_bounce" : "hard_bounce";
    case "complained":
      return "complaint";
    case "unsubscribed":
      return "unsubscribe";
    case "delivered":
      return "delivered";
    default:
      return undefined;
  }
}

export function readMailgun({ "event-data": event }: MailgunEvent): Feedback[] {
  const kind = kindOf(event);
  const messageId = event.message?.headers["message-id"];
  const at = event.timestamp === undefined ? null : new Date(event.timestamp * 1000);
  return kind && messageId ? [{ kind, token: tokenIn(messageId), at }] : [];
}
