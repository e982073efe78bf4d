import { z } from "zod";
import type { FeedbackKind } from "#contract/operations.ts";
import { metadataField } from "#server/features/mails/index.ts";
import { type Feedback, momentOf } from "./rules.ts";

export const postmarkEvent = z.object({
  RecordType: z.string(),
  Type: z.string().optional(),
  Metadata: z.record(z.string(), z.string()).nullish(),
  BouncedAt: z.string().optional(),
  DeliveredAt: z.string().optional(),
  ChangedAt: z.string().optional(),
  SuppressSending: z.boolean().optional(),
  Origin: z.string().nullish(),
  SuppressionReason: z.string().nullish(),
});

type PostmarkEvent = z.output<typeof postmarkEvent>;

/** Postmark's bounce types that count; automatic replies, challenges and the like do not. */
const bounces: Readonly<Record<string, FeedbackKind>> = {
  HardBounce: "hard_bounce",
  BadEmailAddress: "hard_bounce",
  SoftBounce: "soft_bounce",
  Transient: "soft_bounce",
  DnsError: "soft_bounce",
  Blocked: "soft_bounce",
  SpamNotification: "soft_bounce",
  SpamComplaint: "complaint",
  Unsubscribe: "unsubscribe",
};

function kindOf(event: PostmarkEvent): FeedbackKind | undefined {
  switch (event.RecordType) {
    case "Bounce":
      return bounces[event.Type ?? ""];
    case "SpamComplaint":
      return "complaint";
    case "SubscriptionChange": {
      // Postmark also stops mails after bounces, which it reports separately, and when our team asks it to
      const byReceiver = event.Origin === "Recipient" && event.SuppressionReason === "ManualSuppression";
      return event.SuppressSending && byReceiver ? "unsubscribe" : undefined;
    }
    case "Delivery":
      return "delivered";
    default:
      return undefined;
  }
}

export function readPostmark(event: PostmarkEvent): Feedback[] {
  const kind = kindOf(event);
  const token = event.Metadata?.[metadataField];
  return kind && token ? [{ kind, token, at: momentOf(event.BouncedAt ?? event.DeliveredAt ?? event.ChangedAt) }] : [];
}
