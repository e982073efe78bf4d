import { z } from "zod";
import { siteKey } from "./site-key.ts";
import { type NetworkEventType, sumKinds, type WebhookEventType } from "./webhook-event-types.ts";

const about = {
  site: siteKey,
  /** The member's id, as in `/api/program-member.php`; null: the member is erased. No name, no address. */
  member: z.uuid().nullable(),
};

const money = {
  /** The order's id. */
  order: z.uuid(),
  /** In minor units, such as cents. */
  amount: z.int(),
  currency: z.string(),
};

const purchases = {
  completed: {
    ...money,
    /** Whether it is the first purchase of this member. */
    first: z.boolean(),
  },
  refunded: { ...money, refund: z.uuid() },
  returned: { ...money, chargeback: z.uuid() },
};

const event = <T extends string, D extends z.ZodRawShape>(type: T, data: D, description: string) =>
  z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data: z.object(data) }).meta({ description });

/** What a server of the operator is told (R13.05); `timestamp` is when it happened. */
export const webhookEvents = {
  "member.signed_up": event("member.signed_up", about, "A person who signed up has confirmed the address."),
  "member.banned": event("member.banned", about, "Staff banned a member, or a banned member came back and is banned."),
  "member.ban_lifted": event("member.ban_lifted", about, "No ban stands against a member any more."),
  "purchase.completed": event(
    "purchase.completed",
    { ...about, ...purchases.completed },
    "A purchase was paid and delivered.",
  ),
  "purchase.refunded": event(
    "purchase.refunded",
    { ...about, ...purchases.refunded },
    "Money of a purchase went back to the buyer, all or a part. A payment that could not be delivered is refunded without `purchase.completed`.",
  ),
  "purchase.charged_back": event(
    "purchase.charged_back",
    { ...about, ...purchases.returned },
    "The buyer's bank took the money of a purchase back, all or a part.",
  ),
  "purchase.chargeback_reversed": event(
    "purchase.chargeback_reversed",
    { ...about, ...purchases.returned },
    "The bank gave the money of a chargeback back.",
  ),
} as const satisfies Record<WebhookEventType, z.ZodType>;

const test = event("test", {}, "Staff sent it to try the endpoint.");

/** The body of a request to an endpoint. */
export const webhookEvent = z.discriminatedUnion("type", [test, ...Object.values(webhookEvents)]);
export type WebhookEvent = z.output<typeof webhookEvent>;

const clicked = {
  site: siteKey,
  /** The network's own numbers, as its link had them; empty texts where it had none. Nothing else of the member. */
  click: z.object({ sub1: z.string(), sub2: z.string(), sub3: z.string() }),
};

const agreed = "Told to a network, of a member who came by its link and agreed.";

/** What the server of a network is told (R13.02). */
export const networkEvents = {
  "purchase.completed": event(
    "purchase.completed",
    { ...clicked, ...purchases.completed },
    `A purchase was paid and delivered. ${agreed}`,
  ),
  "purchase.refunded": event(
    "purchase.refunded",
    { ...clicked, ...purchases.refunded },
    `Money of a purchase went back to the buyer, all or a part. ${agreed}`,
  ),
  "purchase.charged_back": event(
    "purchase.charged_back",
    { ...clicked, ...purchases.returned },
    `The buyer's bank took the money of a purchase back, all or a part. ${agreed}`,
  ),
  "purchase.chargeback_reversed": event(
    "purchase.chargeback_reversed",
    { ...clicked, ...purchases.returned },
    `The bank gave the money of a chargeback back. ${agreed}`,
  ),
  "purchases.summed": event(
    "purchases.summed",
    {
      site: siteKey,
      kind: z.enum(sumKinds),
      /** The last day in it (UTC). It holds what is in no earlier sum. */
      until: z.iso.date(),
      /** How often it happened, to ten members or more. */
      count: z.int(),
      /** The sum, in minor units, such as cents. */
      amount: z.int(),
      currency: z.string(),
    },
    "What members who came by the links of a network, and did not agree to be told of, bought or got back, by kind and currency. Told after the end of a day, once it is of ten members or more.",
  ),
} as const satisfies Record<NetworkEventType | "purchases.summed", z.ZodType>;

/** The body of a request to an endpoint of a network. */
export const networkEvent = z.discriminatedUnion("type", [test, ...Object.values(networkEvents)]);
