import { type DirectDebit, limitDays, type MandateForm, preNoticeDays, smsCode } from "#contract/direct-debit.ts";
import type { findOffer } from "./find-offer.ts";
import { maskPhone, phonePrefix } from "./phone.ts";
import { collectionDay } from "./rules.ts";
import type { DirectDebitRow } from "./store.ts";

/** The form that a member reads before they authorise a direct debit. */
export function showForm(offer: Awaited<ReturnType<typeof findOffer>>, limitLeft: number, now: Date): MandateForm {
  const { bundle, country, company, amount } = offer;
  const address = [company.address1, company.address2, company.address3, company.city];
  return {
    bundle_id: bundle.id,
    credits: bundle.credits,
    amount,
    currency: bundle.currency,
    creditor: {
      name: company.name,
      address: address.filter((line) => line !== ""),
      country: company.country,
      identifier: company.creditor_id,
    },
    collect_on: collectionDay(now),
    pre_notice_days: preNoticeDays,
    limit_left: limitLeft,
    limit_days: limitDays,
    country,
    phone_prefix: phonePrefix(country),
  };
}

/** A direct debit as its member sees it: IBAN and phone number masked. */
export function showDirectDebit(row: DirectDebitRow, now: Date): DirectDebit {
  return {
    id: row.id,
    bundle_id: row.bundle_id,
    amount: row.amount_minor,
    currency: row.currency,
    account_holder: row.account_holder,
    iban: row.iban_masked,
    iban_country: row.iban_country,
    mandate_reference: row.mandate_reference,
    collect_on: row.collect_on,
    phone: row.payment_id === null ? maskPhone(row.phone) : row.phone,
    expires_at: row.code_expires_at.toISOString(),
    tries_left: row.tries_left,
    resend_at: new Date(row.code_sent_at.getTime() + smsCode.resendSeconds * 1000).toISOString(),
    payment_id: row.payment_id,
    now: now.toISOString(),
  };
}
