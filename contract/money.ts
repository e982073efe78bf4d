import { z } from "zod";
import { defineCall } from "./call.ts";
import { figureRoles } from "./constants.ts";
import { paymentStates } from "./payment-state.ts";
import { insteadOfCredits, paymentStatuses } from "./payments.ts";
import { refundRoles } from "./staff-members.ts";
import { calendarDay, freeText } from "./text.ts";
import { money } from "./withdrawals.ts";

export const refundStatuses = ["queued", "pending", "completed", "failed"] as const;

export const refundReasons = [
  "withdrawal",
  "staff",
  "provider",
  ...insteadOfCredits,
  /** Unspent credits of a member who left, who was banned, or whose site closes. */
  "account_deleted",
  "banned",
  "site_closed",
] as const;

/** What the reconciliation and the limits of spending find, for staff to look at. */
export const paymentIssueKinds = [
  "unknown_payment",
  "status_differs",
  "amount_differs",
  "not_booked",
  "booked_twice",
  "refund_differs",
  "chargeback_differs",
  "paid_back_twice",
  "unusual_spending",
  "dispute_ratio",
] as const;

const key = z.string().max(60, "invalid");
const minor = z.int();

/** A site's key, and the days (UTC, both included); default: all sites, the present month. */
const period = z.object({ site: key.optional(), from: calendarDay.optional(), to: calendarDay.optional() });
export type MoneyPeriod = z.output<typeof period>;

export const moneyDimensions = ["day", "country", "bundle", "method", "vat"] as const;
export type MoneyDimension = (typeof moneyDimensions)[number];

/** What the receipts and credit notes of one currency say, in minor units. Currencies are never added together. */
export const moneyRow = z.object({
  /** The day, the country, the bundle's credits, the method, or country and percentage (`NL 21`); empty: not known. */
  of: z.string(),
  currency: z.string(),
  receipts: z.int(),
  /** The sum of the receipts, VAT included. */
  paid: minor,
  /** The sum of the credit notes: what went back to buyers. */
  back: minor,
  vat: minor,
});
export type MoneyRow = z.output<typeof moneyRow>;

export const maxMoneyRows = 100;

const withdrawnEntry = z.object({
  at: z.iso.datetime(),
  site: key,
  payment_id: z.uuid(),
  amount: minor,
  currency: z.string(),
});

export const getMoney = defineCall({
  method: "GET",
  path: "/api/staff-money.php",
  summary: "Revenue by day, country, bundle, method and VAT rate, refunds, chargebacks and open differences.",
  who: "staff",
  sites: "own",
  roles: figureRoles,
  query: period,
  answer: z.object({
    from: calendarDay,
    to: calendarDay,
    totals: z.array(moneyRow),
    /** Sites that refund all, or did: what they have refunded so far. */
    closings: z.array(
      z.object({
        site: key,
        at: z.iso.datetime(),
        finished_at: z.iso.datetime().nullable(),
        refunded: z.array(money),
      }),
    ),
    /** The chosen site sells nothing: it may refund all. */
    closing: z.boolean(),
    /** What members bought and have not spent by now, as refunding it all would pay. */
    owed: z.array(money.extend({ members: z.int() })),
    by: z.record(z.enum(moneyDimensions), z.array(moneyRow)),
    /** Those that were made in the period, newest first. */
    refunds: z.array(withdrawnEntry.extend({ status: z.enum(refundStatuses), reason: z.enum(refundReasons) })),
    chargebacks: z.array(
      withdrawnEntry.extend({
        reversed: z.boolean(),
        /** The last day (UTC) for evidence; null: the bank has returned it, or takes none, as of a direct debit. */
        contest_by: z.iso.date().nullable(),
      }),
    ),
    /** Differences that the reconciliation found and staff did not close yet, of all sites and times, oldest first. */
    differences: z.array(
      z.object({ at: z.iso.datetime(), kind: z.enum(paymentIssueKinds), payment_id: z.uuid().nullable() }),
    ),
  }),
});

const payment = z.object({
  payment_id: z.uuid(),
  /** Of its receipt, as buyers read it; null: none yet. */
  number: z.string().nullable(),
  site: key,
  created_at: z.iso.datetime(),
  status: z.enum(paymentStatuses),
  method: z.string().nullable(),
  /** The discount code that the buyer typed. */
  code: z.string().nullable(),
  country: z.string().nullable(),
  credits: z.int(),
  amount: minor,
  refunded: minor,
  /** A refund is ordered, which the provider has not paid out. */
  refunding: z.boolean(),
  charged_back: minor,
  currency: z.string(),
  reference: z.string().nullable(),
});
export type StaffPayment = z.output<typeof payment>;

/** What went back: refunds; what banks took back; whatever a bank ever took back, also what it returned to us. */
export const paymentReturns = ["refunded", "charged_back", "disputed"] as const;

/** The most accounts that are found: an email address has at most one on each site. */
export const maxBuyers = 50;

export const findBuyers = defineCall({
  method: "POST",
  path: "/api/staff-buyers.php",
  summary: "The accounts of an email address, or buyers by a part of a name, to find their payments; each is logged.",
  who: "staff",
  sites: "own",
  roles: figureRoles,
  // it changes nothing; it is no GET, so that neither an email address nor a name is in an address
  replay: "none",
  body: z.object({ who: z.string("required").trim().min(1, "required").max(254, "too_long") }),
  answer: z.object({ buyers: z.array(z.uuid()).max(maxBuyers) }),
});

export const findDebits = defineCall({
  method: "POST",
  path: "/api/staff-debits.php",
  summary:
    "The newest direct debits of an IBAN, also of erased members, or of its last four digits; each is logged (D7.5, D11.4).",
  who: "staff",
  sites: "own",
  roles: figureRoles,
  // it changes nothing; it is no GET, so that no account number is in an address
  replay: "none",
  body: z.object({ iban: z.string("required").trim().min(1, "required").max(60, "iban_length") }),
  answer: z.object({ debits: z.array(z.uuid()).max(maxBuyers) }),
});

const ids = z
  .string()
  .max(maxBuyers * 37, "invalid")
  .transform((list) => list.split(","))
  .pipe(z.array(z.uuid("invalid")).max(maxBuyers, "invalid"));

export const paymentsShown = 50;

export const findPayments = defineCall({
  method: "GET",
  path: "/api/staff-payments.php",
  summary: "Payments by number, buyer, state, what went back, day and method, newest first.",
  who: "staff",
  sites: "own",
  roles: figureRoles,
  query: z.object({
    /** Of the payment, its receipt (`2026-000123`), its mandate (`RV-…`), or the provider's reference. */
    number: z.string().trim().max(100, "too_long").optional(),
    status: z.enum(paymentStates, "unknown_option").optional(),
    method: z.string().max(30, "invalid").optional(),
    returned: z.enum(paymentReturns, "unknown_option").optional(),
    buyers: ids.optional(),
    /** Of these direct debits. */
    debits: ids.optional(),
    site: key.optional(),
    from: calendarDay.optional(),
    to: calendarDay.optional(),
    cursor: z.string().max(200, "invalid").optional(),
  }),
  answer: z.object({
    payments: z.array(payment).max(paymentsShown),
    cursor: z.string().nullable(),
  }),
});

export const refundAll = defineCall({
  method: "POST",
  path: "/api/staff-refund-all.php",
  summary:
    "Refund all that the members of a site without sales bought and have not spent; a second person confirms it (D7.4).",
  who: "staff",
  sites: "own",
  roles: refundRoles,
  body: z.object({ site: key, reason: freeText(500) }),
  errors: ["sales_open"],
});
