import { dayMs } from "#contract/durations.ts";
import type { DisabledReason } from "#contract/notifications.ts";
import type { FeedbackKind } from "#contract/operations.ts";

/** A report about one mail. `at` is when it happened, or when the mail was sent; null if the report does not say. */
export type Feedback = { kind: FeedbackKind; token: string; at: Date | null };

/** The token in a Message-ID, which is written with or without its angle brackets. */
export function tokenIn(messageId: string): string {
  return messageId.trim().replace(/^<|@.*$/gs, "");
}

export function momentOf(text: string | undefined): Date | null {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? null : new Date(time);
}

export const feedbackKeptDays = 60;

/** A mailbox counts as dead after this many soft bounces in a row, over at least this time. */
const softBounces = 5;
const softSpanMs = 3 * dayMs;

/** The reports that stop a member's mails at once, and the reason stored for it. */
const reasons: Partial<Record<FeedbackKind, DisabledReason>> = {
  hard_bounce: "bounce",
  complaint: "fbl",
  unsubscribe: "list_unsubscribe",
};

function isDead(softBouncesAt: readonly Date[]): boolean {
  const times = softBouncesAt.map((at) => at.getTime());
  return times.length >= softBounces && Math.max(...times) - Math.min(...times) >= softSpanMs;
}

/** The reason that a report gives to stop a member's mails; undefined if it gives none. */
export function disabledReasonOf(kind: FeedbackKind, softBouncesAt: readonly Date[]): DisabledReason | undefined {
  if (kind === "soft_bounce") return isDead(softBouncesAt) ? "bounce" : undefined;
  return reasons[kind];
}
