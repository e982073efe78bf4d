import type { ReceiptSeller } from "#contract/receipts.ts";
import type { Db } from "#server/db/pool.ts";
import { vatOf } from "#server/features/credits/index.ts";
import { type SiteAndCompany, siteAndCompany } from "#server/features/sites/index.ts";
import { formatNumber } from "./rules.ts";
import { findName, findReceiptOf, insertReceipt, takeNumber } from "./store.ts";

/** A completed payment; amounts in minor units, VAT included. */
export type Sale = {
  id: string;
  member_id: string;
  site_id: number;
  country: string | null;
  credits: number;
  list_minor: number;
  amount_minor: number;
  currency: string;
  vat_percent: number;
  language: string;
};

/**
 * Issues the receipt of a payment in the transaction in which the payment completes, and returns its number (D7.8). The
 * number is taken last, because its counter stays locked until the transaction ends.
 */
export async function issueReceipt(db: Db, sale: Sale, { method, now }: { method: string | null; now: Date }) {
  const about = await siteAndCompany(db, sale.site_id);
  const buyer = await findName(db, sale.member_id);
  const numbered = await numberFor(db, about.site.companyId, now);
  await insertReceipt(db, {
    ...numbered,
    site_id: sale.site_id,
    kind: "receipt",
    payment_id: sale.id,
    member_id: sale.member_id,
    seller: sellerOf(about),
    buyer_name: buyer,
    buyer_country: sale.country,
    credits: sale.credits,
    list_minor: sale.list_minor,
    amount_minor: sale.amount_minor,
    currency: sale.currency,
    vat_percent: sale.vat_percent,
    vat_minor: vatOf(sale.amount_minor, sale.vat_percent),
    method,
    language: sale.language,
  });
  return formatNumber(numbered);
}

/** A refund that was paid out. */
export type PaidRefund = { id: string; payment_id: string; credits: number; amount_minor: number };

/**
 * Issues the credit note of a refund in the transaction in which it completes, and returns its number. Returns null if
 * the payment has no receipt: then no turnover is to be corrected.
 */
export async function issueCreditNote(db: Db, refund: PaidRefund, now: Date): Promise<string | null> {
  const corrected = await findReceiptOf(db, refund.payment_id);
  if (!corrected) return null;
  const { id, year: _, number: __, seller: ___, ...same } = corrected;
  const about = await siteAndCompany(db, corrected.site_id);
  const numbered = await numberFor(db, corrected.company_id, now);
  await insertReceipt(db, {
    ...same,
    ...numbered,
    kind: "credit_note",
    refund_id: refund.id,
    corrects_id: id,
    seller: sellerOf(about),
    credits: refund.credits,
    list_minor: refund.amount_minor,
    amount_minor: refund.amount_minor,
    vat_minor: vatOf(refund.amount_minor, corrected.vat_percent),
  });
  return formatNumber(numbered);
}

async function numberFor(db: Db, companyId: number, now: Date) {
  const year = now.getUTCFullYear();
  return { company_id: companyId, year, number: await takeNumber(db, companyId, year), issued_at: now };
}

function sellerOf({ site, company }: SiteAndCompany): ReceiptSeller {
  return {
    site: site.settings.name,
    name: company.name,
    address: [company.address1, company.address2, company.address3].filter((line) => line !== ""),
    city: company.city,
    country: company.country,
    kvk: company.kvk,
    vat_numbers: company.vat_numbers,
  };
}
