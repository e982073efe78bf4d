import { z } from "zod";
import { defineCall } from "./call.ts";
import { largestInteger } from "./constants.ts";
import { discountCodeText } from "./discounts.ts";
import { beginAtOnce, localPath, payment } from "./payments.ts";
import { spendingErrors } from "./spending.ts";
import { freeText } from "./text.ts";

/** A code by SMS: its digits, the minutes it is valid, wrong tries allowed, and seconds until a new one can be sent. */
export const smsCode = { digits: 6, minutes: 10, tries: 5, resendSeconds: 60 } as const;

export const preNoticeDays = 2;

export const limitDays = 30;

/** SEPA countries that ibantools 4.5 does not know as such: they joined in 2024 and 2025. */
export const newSepaCountries = ["AL", "MD", "ME", "MK", "RS"] as const;

/** What the form shows: the mandate's facts and the total, minor units, VAT included. */
export const mandateForm = z.object({
  bundle_id: z.uuid(),
  credits: z.int(),
  amount: z.int(),
  currency: z.string(),
  creditor: z.object({
    name: z.string(),
    address: z.array(z.string()),
    /** Upper case ISO 3166-1. */
    country: z.string(),
    identifier: z.string(),
  }),
  /** `YYYY-MM-DD`: the collection date, if the buyer confirms today. */
  collect_on: z.string(),
  pre_notice_days: z.int(),
  /** What the member may still pay by direct debit within `limit_days`, minor units. */
  limit_left: z.int(),
  limit_days: z.int(),
  country: z.string().nullable(),
  phone_prefix: z.string(),
});
export type MandateForm = z.output<typeof mandateForm>;

export const directDebit = z.object({
  id: z.uuid(),
  bundle_id: z.uuid(),
  credits: z.int(),
  amount: z.int(),
  currency: z.string(),
  account_holder: z.string(),
  /** Masked: `NL•• •••• 1234`. */
  iban: z.string(),
  iban_country: z.string(),
  mandate_reference: z.string(),
  collect_on: z.string(),
  phone: z.string(),
  expires_at: z.iso.datetime(),
  tries_left: z.int(),
  resend_at: z.iso.datetime(),
  payment_id: z.uuid().nullable(),
  /** The server's time, for countdowns. */
  now: z.iso.datetime(),
});
export type DirectDebit = z.output<typeof directDebit>;

const order = {
  bundle_id: z.uuid("invalid"),
  code: discountCodeText.optional(),
};

export const getMandateForm = defineCall({
  method: "GET",
  path: "/api/directdebit.php",
  summary: "What a member reads before they authorise a direct debit for a bundle (D7.5).",
  who: "member",
  query: z.object(order),
  answer: mandateForm,
  errors: [
    "bundle_not_found",
    "direct_debit_unavailable",
    "direct_debit_not_confirmed",
    "direct_debit_blocked",
    "direct_debit_limit",
  ],
});

export const authoriseDirectDebit = defineCall({
  method: "POST",
  path: "/api/directdebit.php",
  summary: "Authorises one direct debit, and sends a code by SMS to confirm it. An earlier unconfirmed one is deleted.",
  who: "member",
  body: z.object({
    ...order,
    /** The total that the buyer saw, minor units. */
    amount: z.int("invalid").min(0, "invalid").max(largestInteger, "invalid"),
    /** In any spelling: blanks and lower case are fine. */
    iban: z.string("iban_required").trim().min(1, "iban_required").max(60, "iban_length"),
    account_holder: freeText(70, "too_long", "account_holder_required"),
    /** The form begins it with the country's prefix, of up to three digits: that alone is no number. */
    phone: z
      .string("phone_invalid")
      .trim()
      .regex(/^(?!\+\d{0,3}$)./, "phone_invalid")
      .max(40, "phone_invalid"),
    /** The checkbox by which the buyer authorises this one payment. */
    authorised: z.literal(true, "authorisation_required"),
    return_to: localPath.optional(),
  }),
  answer: z.object({ direct_debit: directDebit }),
  errors: [
    "bundle_not_found",
    "price_changed",
    "direct_debit_unavailable",
    "direct_debit_blocked",
    "direct_debit_limit",
    "direct_debit_first_limit",
    "direct_debit_not_confirmed",
    "sms_limit",
    ...spendingErrors,
  ],
});

export const getDirectDebit = defineCall({
  method: "GET",
  path: "/api/directdebit-confirm.php",
  summary: "One of the caller's direct debits.",
  who: "member",
  whileClosed: true,
  query: z.object({ id: z.uuid("invalid") }),
  answer: z.object({ direct_debit: directDebit }),
  errors: ["direct_debit_not_found"],
});

export const sendNewCode = defineCall({
  method: "POST",
  path: "/api/directdebit-code.php",
  summary: "Sends a new code by SMS; the one before is no longer valid.",
  who: "member",
  body: z.object({ id: z.uuid("invalid") }),
  answer: z.object({ direct_debit: directDebit }),
  errors: ["direct_debit_not_found", "direct_debit_not_confirmed", "direct_debit_blocked", "sms_limit"],
});

export const confirmDirectDebit = defineCall({
  method: "POST",
  path: "/api/directdebit-confirm.php",
  summary: "Confirms a direct debit by the code from the SMS, and orders the payment.",
  who: "member",
  // a direct debit is ordered once, whatever key the request has: its own id is the key of the payment
  replay: "none",
  body: z.object({
    id: z.uuid("invalid"),
    code: z
      .string("required")
      .transform((text) => text.replace(/[\s-]/g, ""))
      .pipe(z.string().regex(/^\d{6}$/, "sms_code_invalid")),
    begin_at_once: beginAtOnce,
  }),
  answer: z.object({ payment }),
  errors: [
    "direct_debit_not_found",
    "direct_debit_blocked",
    "direct_debit_limit",
    "direct_debit_first_limit",
    "direct_debit_refused",
    "bundle_not_found",
    "price_changed",
    "payment_unavailable",
    ...spendingErrors,
  ],
});
