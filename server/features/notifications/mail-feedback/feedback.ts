/** What a report says about a mail. A soft bounce may be temporary: the mailbox is full, or the server is busy. */
export const feedbackKinds = ["hard_bounce", "soft_bounce", "complaint", "unsubscribe", "delivered"] as const;
export type FeedbackKind = (typeof feedbackKinds)[number];

/** A report about one mail. `at` is when it happened, or when the mail was sent; null if the report does not say. */
export type Feedback = { kind: FeedbackKind; token: string; at: Date | null };

/** The token in a Message-ID, which is written with or without its angle brackets. */
export function tokenIn(messageId: string): string {
  return messageId.trim().replace(/^<|@.*$/gs, "");
}

/** Parses a time in a format of mails or of JSON; null if it is none. */
export function momentOf(text: string | undefined): Date | null {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? null : new Date(time);
}
