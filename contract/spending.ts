import { z } from "zod";
import { defineCall } from "./call.ts";

export const maxPauseDays = 366;

/** An order fails with these because of the buyer's own controls. */
export const spendingErrors = [
  "spending_limit_reached",
  "spending_limit_held",
  "spending_limit_currency",
  "purchases_paused",
] as const;

/** The spending controls that a member set for themselves; amounts in minor units of `currency`. */
export const spending = z.object({
  currency: z.string().nullable(),
  /** In which the member pays now: a new limit is in it, and a limit in another currency refuses their orders. */
  order_currency: z.string().nullable(),
  /** The limit for a calendar month (UTC); null: no limit. */
  limit: z.int().nullable(),
  /** Spent this month, less refunds. */
  spent: z.int(),
  /** A higher limit, one in another currency, or none, that comes into force later; null: no change is due. */
  next: z.object({ limit: z.int().nullable(), currency: z.string(), from: z.iso.datetime() }).nullable(),
  paused_until: z.iso.datetime().nullable(),
});
export type Spending = z.output<typeof spending>;

export const getSpending = defineCall({
  method: "GET",
  path: "/api/spending.php",
  summary: "The caller's own monthly limit and pause of purchases.",
  who: "member",
  whileClosed: true,
  answer: spending,
});

export const setSpendingLimit = defineCall({
  method: "PUT",
  path: "/api/spending.php",
  summary:
    "Set the caller's monthly limit: a lower one applies at once; a higher one, one in another currency or none after 24 hours.",
  who: "member",
  whileClosed: true,
  key: "honoured",
  body: z.object({
    /** Minor units of `order_currency`; null: no limit. */
    limit: z.int("invalid").min(1, "too_small").max(100_000_000, "too_big").nullable(),
  }),
  answer: spending,
  errors: ["bundle_not_found"],
});

export const pausePurchases = defineCall({
  method: "POST",
  path: "/api/purchase-pause.php",
  summary: "Pause the caller's purchases for a number of days. A pause can be made longer, never shorter.",
  who: "member",
  whileClosed: true,
  body: z.object({ days: z.int("invalid").min(1, "too_small").max(maxPauseDays, "too_big") }),
  answer: spending,
});
