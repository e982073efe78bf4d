import { z } from "zod";
import { linkToken } from "./auth.ts";
import { defineCall } from "./call.ts";
import { emailAddress } from "./text.ts";

/** Money in minor units. */
export const money = z.object({ amount: z.int(), currency: z.string() });
export type Money = z.output<typeof money>;

export const getUnspent = defineCall({
  method: "GET",
  path: "/api/unspent.php",
  summary: "What goes back to the caller for bought, unspent credits if they delete the account with a refund (D3.9).",
  who: "member",
  whileClosed: true,
  answer: z.object({
    credits: z.int(),
    /** One sum for each currency; empty: nothing goes back. */
    refunds: z.array(money),
    /** Payments that are on their way, such as a direct debit; they go back as a whole if the account is deleted. */
    coming: z.array(money),
  }),
});

/** What a withdrawal from a purchase gives back, in minor units. */
const refundable = z.object({ credits: z.int(), amount: z.int() });

/** A purchase from which its buyer can still withdraw, or did. */
export const withdrawable = z.object({
  payment_id: z.uuid(),
  credits: z.int(),
  amount: z.int(),
  currency: z.string(),
  created_at: z.iso.datetime(),
  /** Null: not paid yet. A withdrawal cancels the order, or it is refunded as soon as it is paid. */
  completed_at: z.iso.datetime().nullable(),
  /** The end of the withdrawal period, which is not known before the payment. */
  until: z.iso.datetime().nullable(),
  /** What would be refunded now; all 0 if the credits are spent, or nothing is paid yet. */
  refund: refundable,
  withdrawn_at: z.iso.datetime().nullable(),
});
export type Withdrawable = z.output<typeof withdrawable>;

export const getWithdrawables = defineCall({
  method: "GET",
  path: "/api/withdrawals.php",
  summary: "The caller's purchases whose withdrawal period is not over: those not paid yet, then the newest.",
  who: "member",
  whileClosed: true,
  answer: z.object({ purchases: z.array(withdrawable) }),
});

const carriedOut = z.object({ refund: refundable.extend({ currency: z.string() }), received_at: z.iso.datetime() });

export const withdraw = defineCall({
  method: "POST",
  path: "/api/withdrawal.php",
  summary:
    "Withdraw from one of the caller's purchases: unspent credits are paid back, once, an unpaid order is cancelled, and a mail confirms it (D7.7).",
  who: "member",
  whileClosed: true,
  key: "honoured",
  body: z.object({ payment_id: z.uuid("invalid") }),
  answer: carriedOut,
  errors: ["payment_not_found", "withdrawal_over", "withdrawal_nothing_left"],
});

export const requestWithdrawal = defineCall({
  method: "POST",
  path: "/api/withdrawal-request.php",
  summary:
    "Declare a withdrawal from a purchase without a login, by the account's address and the number of the payment or receipt. A mail confirms it and has the link that carries it out. The answer is always the same.",
  who: "anyone",
  whileClosed: true,
  rate: "statutory",
  key: "honoured",
  body: z.object({
    email: emailAddress,
    /** Of the payment or the receipt. */
    number: z.string("required").trim().min(1, "required").max(60, "too_long"),
  }),
  answer: z.object({ received_at: z.iso.datetime() }),
});

export const getDeclaredWithdrawal = defineCall({
  method: "GET",
  path: "/api/withdrawal-request.php",
  summary: "A withdrawal that was declared without a login, by the link in the mail that confirmed it.",
  who: "anyone",
  whileClosed: true,
  query: z.object({ token: linkToken }),
  answer: z.object({
    /** As it was typed. */
    number: z.string(),
    received_at: z.iso.datetime(),
    /** The link carries it out: the number names a purchase of the account. */
    confirmable: z.boolean(),
  }),
  errors: ["link_invalid"],
});

export const confirmWithdrawal = defineCall({
  method: "PUT",
  path: "/api/withdrawal-request.php",
  summary:
    "Carry out a withdrawal that was declared without a login, by the link in the mail that confirmed it (D11.9).",
  who: "anyone",
  whileClosed: true,
  key: "honoured",
  body: z.object({ token: z.string("required").max(100, "too_long") }),
  answer: carriedOut,
  errors: ["link_invalid", "payment_not_found", "withdrawal_over", "withdrawal_nothing_left"],
});
