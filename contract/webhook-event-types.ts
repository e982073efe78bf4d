/** What a server of a network may be told of, of members who agreed. */
export const networkEventTypes = [
  "purchase.completed",
  "purchase.refunded",
  "purchase.charged_back",
  "purchase.chargeback_reversed",
] as const;
export type NetworkEventType = (typeof networkEventTypes)[number];

/** What a server of the operator may be told of; `webhook-events.ts` has the shape of each. */
export const webhookEventTypes = [
  "member.signed_up",
  "member.banned",
  "member.ban_lifted",
  ...networkEventTypes,
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];
