import { z } from "zod";
import { givenBackCauses } from "./answer-promise.ts";
import { defineCall } from "./call.ts";
import { card } from "./profiles.ts";

/** Why the credits of a message come back, once for one of these; the cause's id is the message's. */
export const creditReturns = ["photo_refund", "voice_refund", "taken_back", ...givenBackCauses] as const;

/** What members spend credits on: a text, or what a message carries. */
export const creditUses = ["message", "gift", "photo", "voice", "talk"] as const;

/** Why credits came or went. `debt`: owed credits that new ones settled. */
export const transactionKinds = [
  "signup",
  ...creditUses,
  ...creditReturns,
  "purchase",
  "refund",
  "refund_failed",
  "chargeback",
  "chargeback_reversed",
  "debt",
  "staff",
  "demo",
] as const;

export const transaction = z.object({
  kind: z.enum(transactionKinds),
  /** Above 0 given, below 0 spent or taken back. */
  credits: z.int(),
  balance: z.int(),
  payment_id: z.uuid().nullable(),
  /** The other member of the chat whose message caused it; null: none did, or the caller can't see them any more. */
  profile: card.nullable(),
  created_at: z.iso.datetime(),
});
export type Transaction = z.output<typeof transaction>;

export const transactionsAnswer = z.object({
  balance: z.int(),
  /** Credits that the member owes: they had spent them before the purchase was refunded or charged back. */
  debt: z.int(),
  transactions: z.array(transaction),
  next_cursor: z.string().nullable(),
});
export type TransactionsAnswer = z.output<typeof transactionsAnswer>;

export const getTransactions = defineCall({
  method: "GET",
  path: "/api/transactions.php",
  summary: "Every change of the caller's credits, newest first, in pages of 30.",
  who: "member",
  whileClosed: true,
  query: z.object({ before: z.string().max(100, "invalid").optional() }),
  answer: transactionsAnswer,
});
