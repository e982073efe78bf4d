import { z } from "zod";
import { defineCall } from "./call.ts";
import { siteKey } from "./site-key.ts";
import { freeText } from "./text.ts";
import { webhookEventTypes } from "./webhook-event-types.ts";

export const webhookLabelLength = 70;
export const webhookUrlLength = 500;

const eventType = z.enum(webhookEventTypes, "unknown_option");

const delivery = z.object({
  id: z.uuid(),
  type: eventType.or(z.enum(["test", "purchases.summed"])),
  at: z.iso.datetime(),
  /** `failed`: it is not tried again by itself. */
  state: z.enum(["waiting", "sent", "failed"]),
  attempts: z.int(),
  /** The outcome of the last attempt; null: there was none. `withheld`: the member's consent has ended. */
  outcome: z.enum(["accepted", "refused", "redirect", "timeout", "unreachable", "forbidden", "withheld"]).nullable(),
  /** The HTTP status of the answer. */
  status: z.int().nullable(),
  /** The beginning of the answer, or why there is none. */
  detail: z.string().nullable(),
});
export type WebhookDelivery = z.output<typeof delivery>;

const endpoint = z.object({
  id: z.uuid(),
  label: z.string(),
  url: z.string(),
  /** The key of its site; null: all sites. */
  site: siteKey.nullable(),
  /** The network that it belongs to; null: the operator. */
  network: z.string().nullable(),
  events: z.array(eventType),
  made_by: z.string(),
  made_at: z.iso.datetime(),
  /** `gone`: its server answered 410. */
  state: z.enum(["open", "revoked", "gone"]),
  /** The newest ones. */
  deliveries: z.array(delivery),
});
export type WebhookEndpoint = z.output<typeof endpoint>;

export const getWebhooks = defineCall({
  method: "GET",
  path: "/api/staff-webhooks.php",
  summary: "The servers that are told of events, and their newest deliveries (R13.05).",
  who: "staff",
  answer: z.object({
    /** `networks`: those that the site's setting `postbacks` names. */
    sites: z.array(z.object({ key: siteKey, name: z.string(), networks: z.array(z.string()) })),
    /** Those that still get events first, then the newest. */
    endpoints: z.array(endpoint),
    /** The caller logged in too long ago to make an endpoint without the password. */
    password_needed: z.boolean(),
  }),
});

export const addWebhook = defineCall({
  method: "POST",
  path: "/api/staff-webhooks.php",
  summary:
    "Name a server that is told of events: needs the password unless the caller has just logged in, and answers the secret once. A repeat makes no second one, and answers none (R13.05).",
  who: "staff",
  rate: "login",
  // a stored answer would hold the secret
  replay: "own",
  body: z.object({
    label: freeText(webhookLabelLength),
    /** It begins with `https://`, at a public address, without a port and a login. */
    url: z.string("required").min(1, "required").max(webhookUrlLength, "too_long"),
    site: siteKey.nullable(),
    /** A network of the site: its server hears of purchases of members who agreed, and of the others sums (R13.02). */
    network: z.string("unknown_option").max(100, "unknown_option").nullable(),
    events: z.array(eventType).min(1, "required").max(webhookEventTypes.length, "too_big"),
    password: z.string("invalid").max(1000, "too_long").optional(),
  }),
  answer: z.object({ secret: z.string().nullable() }),
  errors: ["login_blocked"],
});

const named = { body: z.object({ id: z.uuid("invalid") }), answer: z.object({}) };

export const revokeWebhook = defineCall({
  method: "DELETE",
  path: "/api/staff-webhooks.php",
  summary: "Revoke an endpoint: its server gets nothing any more, not even what waits (R13.05).",
  who: "staff",
  ...named,
  errors: ["staff_item_gone"],
});

export const testWebhook = defineCall({
  method: "POST",
  path: "/api/staff-webhook-test.php",
  summary: "Send an event of the type `test` to an endpoint, within ten seconds (R13.05).",
  who: "staff",
  ...named,
  errors: ["staff_item_gone"],
});

export const resendWebhook = defineCall({
  method: "POST",
  path: "/api/staff-webhook-delivery.php",
  summary: "Send a delivery again, with the same `webhook-id`; not one that waits, nor of a revoked endpoint (R13.05).",
  who: "staff",
  ...named,
  errors: ["staff_item_gone"],
});
