import { z } from "zod";
import type { FeedbackKind } from "#contract/operations.ts";
import { type Feedback, momentOf, tokenIn } from "./rules.ts";

/** The envelope in which Amazon SNS sends an event, or the request to confirm a subscription. */
export const snsMessage = z.object({
  Type: z.enum(["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"]),
  TopicArn: z.string(),
  Message: z.string(),
  SubscribeURL: z.string().optional(),
});

/** An event of Amazon SES; `notificationType` or `eventType` names it, depending on how it was set up. */
export const sesEvent = z.object({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  mail: z.object({
    timestamp: z.string().optional(),
    commonHeaders: z.object({ messageId: z.string().optional() }).optional(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  }),
  bounce: z.object({ bounceType: z.string() }).optional(),
  complaint: z.object({ complaintFeedbackType: z.string().nullish() }).optional(),
  subscription: z.object({ newTopicPreferences: z.object({ unsubscribeAll: z.boolean() }) }).optional(),
});

type SesEvent = z.output<typeof sesEvent>;

function kindOf(event: SesEvent): FeedbackKind | undefined {
  const { bounce, complaint, subscription } = event;
  switch (event.eventType ?? event.notificationType) {
    case "Bounce":
      return bounce?.bounceType === "Permanent" ? "hard_bounce" : "soft_bounce";
    case "Complaint":
      return complaint?.complaintFeedbackType === "not-spam" ? undefined : "complaint";
    case "Subscription":
      return subscription?.newTopicPreferences.unsubscribeAll ? "unsubscribe" : undefined;
    case "Delivery":
      return "delivered";
    default:
      return undefined;
  }
}

/** Reads an event of Amazon SES. Its `mail.messageId` is SES's own number; our Message-ID is among the headers. */
export function readSes(event: SesEvent): Feedback[] {
  const kind = kindOf(event);
  const { commonHeaders, headers, timestamp } = event.mail;
  const header = headers?.find(({ name }) => name.toLowerCase() === "message-id")?.value;
  const messageId = header ?? commonHeaders?.messageId;
  return kind && messageId ? [{ kind, token: tokenIn(messageId), at: momentOf(timestamp) }] : [];
}

/** The page of Amazon SNS that confirms a subscription; undefined if the address is not Amazon's. */
export function confirmationPage(address: string | undefined): string | undefined {
  const url = URL.parse(address ?? "");
  const isAmazon = url?.protocol === "https:" && /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/.test(url.host);
  return isAmazon && url.username === "" ? url.href : undefined;
}
