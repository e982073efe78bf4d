/** What a server of a network may be told of: each of members who agreed, and of the others sums by day. */
export const networkEventTypes = [
  "purchase.completed",
  "purchase.refunded",
  "purchase.charged_back",
  "purchase.chargeback_reversed",
] as const;
export type NetworkEventType = (typeof networkEventTypes)[number];

/** What the sums of a network tell apart; each event is in one of them. */
export const sumKinds = ["first_purchase", "later_purchase", "refund", "chargeback", "chargeback_reversal"] as const;

/** What a server of the operator may be told of; `webhook-events.ts` has the shape of each. */
export const webhookEventTypes = [
  "member.signed_up",
  "member.banned",
  "member.ban_lifted",
  ...networkEventTypes,
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];
