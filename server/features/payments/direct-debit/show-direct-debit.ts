import { type DirectDebit, limitDays, type MandateForm, preNoticeDays, smsCode } from "#contract/direct-debit.ts";
import type { Db } from "#server/db/pool.ts";
import { offerBundles, priceWith, validateForPurchase } from "#server/features/credits/index.ts";
import { findCredits, siteAndCompany } from "#server/features/sites/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import type { DirectDebitRow } from "./direct-debits-store.ts";
import { collectionDay, maskPhone, phonePrefix } from "./rules.ts";

export async function findOffer(ctx: MemberContext, order: { bundle_id: string; code?: string | undefined }) {
  const { db, services, site, viewer, now } = ctx;
  const asked = { site, memberId: viewer.memberId, code: order.code, now };
  const { country, bundles, discount } = await offerBundles(db, asked);
  const bundle = bundles.find(({ id }) => id === order.bundle_id);
  if (!bundle) throw fail("bundle_not_found");
  const { company } = await siteAndCompany(db, site.id);
  const { currency, price_minor: price } = bundle;
  const { payment_providers: routes } = site.settings;
  const methods = services.payments.methods({ country: country ?? "", currency, routes });
  if (!methods.includes("sepa") || company.creditor_id === "") throw fail("direct_debit_unavailable");
  const problem = discount && validateForPurchase(discount.code, { price, currency, method: "sepa" });
  if (problem !== undefined && order.code !== undefined) throw failFields({ code: problem });
  return { bundle, country, company, amount: priceWith(discount, bundle, "sepa") };
}

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

export async function showDirectDebit(db: Db, row: DirectDebitRow, now: Date): Promise<DirectDebit> {
  return {
    id: row.id,
    bundle_id: row.bundle_id,
    credits: await findCredits(db, row.bundle_id),
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
