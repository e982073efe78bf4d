import { z } from "zod";
import { defineCall } from "./call.ts";
import { figureRoles } from "./constants.ts";
import { answeredMonths, askedMonths } from "./month-period.ts";

export const settlementLineKinds = ["payment", "refund", "chargeback"] as const;
export type SettlementLineKind = (typeof settlementLineKinds)[number];

/**
 * Where a payout and our books disagree. `unknown`: we have no such payment, refund or chargeback; `amount`: another
 * amount or currency; `open`: not paid or not paid out by our books; `twice`: in two payouts; `sum`: what was paid out
 * is not what the lines and fees add up to; `missing`: paid by our books for two weeks or more, in no payout.
 */
export const settlementDifferences = ["unknown", "amount", "open", "twice", "sum", "missing"] as const;
export type SettlementDifference = (typeof settlementDifferences)[number];

export const settlementsShown = 200;

const minor = z.int();

const settlement = z.object({
  id: z.uuid(),
  /** What stands on the bank statement. */
  number: z.string(),
  provider: z.string(),
  paid_out_at: z.iso.datetime(),
  currency: z.string(),
  payments: z.int(),
  /** In the currency of the payout; lines of other currencies are in none of these sums. */
  gross: minor,
  refunds: minor,
  chargebacks: minor,
  /** What the provider kept, VAT included. */
  fees: minor,
  /** What was paid out; below 0: taken from us. */
  net: minor,
  /** It has lines in other currencies, so that its lines do not add up to what was paid out. */
  mixed: z.boolean(),
  differences: z.int(),
});
export type Settlement = z.output<typeof settlement>;

const difference = z.object({
  kind: z.enum(settlementDifferences),
  /** The payout's number and day; null: in no payout. */
  number: z.string().nullable(),
  at: z.iso.datetime(),
  line: z.enum(settlementLineKinds).nullable(),
  /** The provider's. */
  reference: z.string().nullable(),
  payment_id: z.uuid().nullable(),
  /** Null: our books have no such thing. */
  ours: z.object({ amount: minor, currency: z.string() }).nullable(),
  /** Null: in no payout. */
  theirs: z.object({ amount: minor, currency: z.string() }).nullable(),
});
export type SettlementDifferenceRow = z.output<typeof difference>;

export const getSettlements = defineCall({
  method: "GET",
  path: "/api/staff-settlements.php",
  summary:
    "Payouts of the payment provider with what they are made of, and each difference to our books by payment (R13.04).",
  who: "staff",
  roles: figureRoles,
  query: z.object(askedMonths),
  answer: z.object({
    ...answeredMonths,
    /** The last one first. */
    settlements: z.array(settlement).max(settlementsShown),
    differences: z.array(difference).max(settlementsShown),
    /** There are more of either. */
    more: z.boolean(),
  }),
});
