import { z } from "zod";
import { defineCall } from "./call.ts";
import { paymentStatuses } from "./payments.ts";
import { receiptKinds } from "./receipts.ts";
import { refundRoles, waiting } from "./staff-members.ts";
import { freeText } from "./text.ts";

const time = z.iso.datetime();
const minor = z.int();

/** What the team did about a direct debit. */
export const debitActs = ["debit_cancel_asked", "iban_refused", "iban_accepted"] as const;

/** What happened to a payment. `credits`: an entry of the ledger that it caused; `used`: those of the days after it. */
export const paymentEvents = [
  "ordered",
  "authorised",
  "completed",
  ...receiptKinds,
  "credits",
  "used",
  "withdrawn",
  "refund",
  "refund_completed",
  "refund_failed",
  "charged_back",
  "chargeback_reversed",
  ...debitActs,
] as const;

const event = z.object({
  at: time,
  kind: z.enum(paymentEvents),
  amount: minor.nullable().default(null),
  credits: z.int().nullable().default(null),
  /** How many of the used credits count as this payment's: free ones count as spent first. Null: it is open. */
  of_this: z.int().nullable().default(null),
  /** The number of a receipt, the reason of a refund, the cause of credits, the reference of a mandate. */
  about: z.string().nullable().default(null),
  /** Who of the team did it. */
  by: z.string().nullable().default(null),
  /** Why, as they typed it. */
  why: z.string().nullable().default(null),
  /** The buyer got an email about it. */
  mailed: z.boolean().default(false),
});
export type PaymentEvent = z.output<typeof event>;

const paymentFile = z.object({
  id: z.uuid(),
  number: z.string().nullable(),
  site: z.string(),
  /** Null: the account is erased. */
  member: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  status: z.enum(paymentStatuses),
  created_at: time,
  credits: z.int(),
  list_price: minor,
  amount: minor,
  refunded: minor,
  refunding: z.boolean(),
  charged_back: minor,
  currency: z.string(),
  vat_percent: z.number(),
  method: z.string().nullable(),
  code: z.string().nullable(),
  provider: z.string(),
  reference: z.string().nullable(),
  country: z.string().nullable(),
  /** What the order promised and asked for, in the words that the buyer saw. */
  begin_request: z.object({ words: z.string(), language: z.string() }),
  refund_days: z.int().nullable(),
  terms_version: z.string().nullable(),
  /** The account number is masked. `cancellable`: the provider may not have sent it to the bank yet. */
  debit: z
    .object({
      reference: z.string(),
      iban: z.string(),
      collect_on: z.iso.date(),
      cancellable: z.boolean(),
      /** Since when no direct debit of the site may use the account; null: they may. */
      iban_refused_at: z.iso.datetime().nullable(),
    })
    .nullable(),
  /**
   * What a refund can give back: the unspent credits and their price, and all that is left; null: nothing. `spent`: the
   * credits of this payment that were neither taken back nor are unspent.
   */
  refundable: z
    .object({ unspent: z.object({ credits: z.int(), amount: minor }), spent: z.int(), left: minor })
    .nullable(),
  waiting: z.array(waiting),
  /** Oldest first. */
  events: z.array(event),
});
export type PaymentFile = z.output<typeof paymentFile>;

const id = z.uuid("invalid");

export const getPaymentFile = defineCall({
  method: "GET",
  path: "/api/staff-payment.php",
  summary: "One payment with all that happened to it; the read is logged (D7.4, D11.4).",
  who: "staff",
  roles: refundRoles,
  sites: { id: "payment" },
  query: z.object({ id }),
  answer: paymentFile,
  errors: ["payment_not_found"],
});

export const cancelDebit = defineCall({
  method: "POST",
  path: "/api/staff-debit-cancel.php",
  summary:
    "Have the provider cancel a direct debit that is not collected yet, whose answer comes a moment later, and refuse its bank account if `refuse_iban` says so (D7.5).",
  who: "staff",
  roles: refundRoles,
  sites: { payment_id: "payment" },
  body: z.object({ payment_id: id, reason: freeText(500), refuse_iban: z.boolean().default(false) }),
  errors: ["payment_not_found", "debit_not_cancellable"],
});

const ofIban = {
  path: "/api/staff-refused-iban.php",
  who: "staff",
  roles: refundRoles,
  sites: { payment_id: "payment" },
  body: z.object({ payment_id: id, reason: freeText(500) }),
  errors: ["payment_not_found", "staff_item_gone"],
} as const;

export const barIban = defineCall({
  method: "POST",
  summary: "Refuse the bank account of a direct debit from now on, as its holder never agreed (D7.5).",
  ...ofIban,
});

export const unbarIban = defineCall({
  method: "DELETE",
  summary: "Accept a bank account again that was refused (D7.5).",
  ...ofIban,
});

export const liftDebitBlock = defineCall({
  method: "DELETE",
  path: "/api/staff-debit-block.php",
  summary: "Let a member, their bank accounts and phones pay by direct debit again after a chargeback (D7.5).",
  who: "staff",
  roles: refundRoles,
  sites: { id: "member" },
  body: z.object({ id, reason: freeText(500) }),
  errors: ["staff_item_gone"],
});
