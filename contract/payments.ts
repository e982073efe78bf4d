import { z } from "zod";
import { defineCall } from "./call.ts";
import { cardWallets, largestInteger } from "./constants.ts";
import { discountCodeText } from "./discounts.ts";
import { readLocalPath } from "./local-path.ts";
import { spendingErrors } from "./spending.ts";

/** Why an order that was paid gave no credits: its money went back instead. */
export const insteadOfCredits = ["withdrawn_unpaid", "code_used_twice", "account_erased"] as const;

/** The methods that providers can store for later orders. */
export const storableMethods: readonly string[] = ["card", "paypal"];

export const paymentStatuses = ["open", "pending", "completed", "failed", "cancelled", "expired"] as const;

/** Nothing was paid, and unless the provider reports it after all, nothing will be. `expired`: it was left open. */
export const unpaidStatuses = ["failed", "cancelled", "expired"] as const satisfies (typeof paymentStatuses)[number][];

/** A purchase; amounts in minor units, VAT included. */
export const payment = z.object({
  payment_id: z.uuid(),
  status: z.enum(paymentStatuses),
  bundle_id: z.uuid(),
  credits: z.int(),
  /** How many of the credits settled a debt. */
  settled: z.int(),
  list_price: z.int(),
  amount: z.int(),
  /** What went back to the buyer: by our refunds, and by their bank's chargebacks. */
  refunded: z.int(),
  charged_back: z.int(),
  /** When the last refund was sent; null: none, or one of them still has to be sent. */
  refunded_at: z.iso.datetime().nullable(),
  charged_back_at: z.iso.datetime().nullable(),
  withdrawn_at: z.iso.datetime().nullable(),
  /** Why it gave no credits although it was paid; null: it gave them, or is not paid. */
  undelivered: z.enum(insteadOfCredits).nullable(),
  currency: z.string(),
  vat_percent: z.number(),
  /** How much of the amount is VAT, minor units. */
  vat: z.int(),
  method: z.string().nullable(),
  /** The discount code that the buyer typed; null: none, or the welcome discount. */
  code: z.string().nullable(),
  /** `YYYY-MM-DD`: when a direct debit in progress is collected; null: it is settled, or paid by another method. */
  collect_on: z.string().nullable(),
  /** The reference of such a direct debit's mandate, as the statement of the bank account names it. */
  mandate_reference: z.string().nullable(),
  /** The bank account of such a direct debit, masked: `NL•• •••• 1234`. */
  iban: z.string().nullable(),
  stored: z.boolean(),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
  made_premium: z.boolean(),
  /** What the buyer agreed to with the order, in the words they saw. */
  begin_request: z.string(),
  /** The path on this site from which the buyer came to buy credits. */
  return_to: z.string(),
});
export type Payment = z.output<typeof payment>;

/**
 * The express request to begin before the withdrawal period ends: no withdrawal then for spent credits (Directive
 * 2011/83/EU, articles 7(3), 8(8), 16(a)). The words are `credits:order.begin`, for a direct debit
 * `order.begin_direct_debit`, kept with the payment.
 */
export const beginAtOnce = z.literal(true, "begin_required");

export const localPath = z
  .string()
  .max(500, "invalid")
  .refine((path) => readLocalPath(path) !== undefined, "invalid");

export const startPayment = defineCall({
  method: "POST",
  path: "/api/payment.php",
  summary: "Order a bundle; the answer has the address of the checkout.",
  who: "member",
  // the provider is called between two statements: no transaction waits for it; the payment's row stores the key
  replay: "own",
  body: z.object({
    bundle_id: z.uuid("invalid"),
    /** The total that the buyer saw, minor units. Another price now is `price_changed`, and nothing is ordered. */
    amount: z.int("invalid").min(0, "invalid").max(largestInteger, "invalid"),
    method: z.string().min(1, "required").max(30, "invalid").optional(),
    code: discountCodeText.optional(),
    /** Asks the provider to store the method, so that the buyer need not enter it for the next order. */
    remember: z.boolean().optional(),
    /** Pays with a stored method of the buyer, without a visit to the provider. */
    stored_method_id: z.uuid("invalid").optional(),
    begin_at_once: beginAtOnce,
    return_to: localPath.optional(),
  }),
  /** `checkout_url`: where the buyer goes next, the provider's page, or the outcome if there is nothing to do there. */
  answer: z.object({ payment, checkout_url: z.string() }),
  errors: ["bundle_not_found", "price_changed", "payment_unavailable", "stored_payment_failed", ...spendingErrors],
});

export const getPayment = defineCall({
  method: "GET",
  path: "/api/payment.php",
  summary: "One of the caller's payments; queries the provider if it has not reported yet.",
  who: "member",
  whileClosed: true,
  query: z.object({ id: z.uuid("invalid") }),
  answer: z.object({ payment }),
  errors: ["payment_not_found"],
});

export const getPayments = defineCall({
  method: "GET",
  path: "/api/payments.php",
  summary: "The caller's payments, newest first.",
  who: "member",
  whileClosed: true,
  answer: z.object({ payments: z.array(payment) }),
});

export const storedMethod = z.object({
  id: z.uuid(),
  method: z.string(),
  /** A label by which its owner recognises it, such as `•••• 4242`. */
  label: z.string(),
});
export type StoredMethod = z.output<typeof storedMethod>;

export const getStoredMethods = defineCall({
  method: "GET",
  path: "/api/stored-methods.php",
  summary: "The caller's stored payment methods, the last used one first, and whether direct debits are blocked.",
  who: "member",
  whileClosed: true,
  answer: z.object({
    methods: z.array(storedMethod),
    /** The caller can't pay by direct debit: a decision says why (D7.5). */
    debit_blocked: z.boolean(),
  }),
});

export const getCardWallets = defineCall({
  method: "GET",
  path: "/api/card-wallets.php",
  summary: "The wallets with which the caller's next card order can be paid at its provider (R13.03).",
  who: "member",
  whileClosed: true,
  answer: z.object({ wallets: z.array(z.enum(cardWallets)) }),
});

export const deleteStoredMethod = defineCall({
  method: "DELETE",
  path: "/api/stored-methods.php",
  summary: "Removes a stored payment method, at the provider too.",
  who: "member",
  whileClosed: true,
  key: "honoured",
  body: z.object({ id: z.uuid("invalid") }),
  answer: z.object({}),
});

export const paymentWebhook = defineCall({
  method: "POST",
  path: "/api/payment-webhook.php",
  summary: "The provider reports that a payment changed. Only the provider's answer to our own query counts (D7.4).",
  who: "anyone",
  rate: "webhook",
  replay: "none",
  callers: "any",
  form: true,
  /** Our id of the payment, signed: needed only until the provider's answer to the order is stored. */
  query: z.object({
    order: z.string().max(100).optional(),
    /** Whose webhook it is. Addresses of older orders do without. */
    provider: z.string().max(40).optional(),
  }),
  /** The provider's adapter reads the rest of the body, and verifies the signature if the provider signs. */
  body: z.object(
    Object.fromEntries(["id", "unique_id", "wpf_unique_id"].map((name) => [name, z.string().max(200).optional()])),
  ),
  errors: ["webhook_refused", "payment_not_found", "payment_unavailable"],
});
