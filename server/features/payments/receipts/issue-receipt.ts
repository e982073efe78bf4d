import type { Selectable } from "kysely";
import type { Receipt, ReceiptSeller } from "#contract/receipts.ts";
import type { Db } from "#server/db/pool.ts";
import type { Payments, Receipts } from "#server/db/tables.ts";
import { findOwner } from "#server/features/auth/index.ts";
import { type SiteAndCompany, siteAndCompany } from "#server/features/sites/index.ts";
import { vatOf } from "#server/lib/vat.ts";
import { findNoteOf, findReceiptOf, insertReceipt, sumReceipts, takeNumber } from "./store.ts";
import { formatNumber } from "./write-receipt.ts";

/** A completed payment; amounts in minor units, VAT included. */
export type Sale = Pick<
  Selectable<Payments>,
  "id" | "site_id" | "country" | "credits" | "list_minor" | "amount_minor" | "currency" | "vat_percent" | "language"
> & { member_id: string };

/** Issues a payment's receipt in its transaction; returns its number, taken last as its counter stays locked. */
export async function issueReceipt(db: Db, sale: Sale, { method, now }: { method: string | null; now: Date }) {
  const about = await siteAndCompany(db, sale.site_id);
  const buyer = await findOwner(db, sale.member_id);
  const numbered = await numberFor(db, about.site.companyId, now);
  await insertReceipt(db, {
    ...numbered,
    site_id: sale.site_id,
    kind: "receipt",
    payment_id: sale.id,
    member_id: sale.member_id,
    seller: sellerOf(about),
    buyer_name: buyer.name,
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

export type MoneyBack = {
  payment_id: string;
  credits: number;
  amount_minor: number;
  reason: { refund_id: string } | { chargeback_id: string };
};

/** Issues the credit note of a refund or chargeback; null if there is no receipt, or nothing left to correct. */
export async function issueCreditNote(db: Db, back: MoneyBack, now: Date): Promise<string | null> {
  const corrected = await findReceiptOf(db, back.payment_id);
  const amount = Math.min(back.amount_minor, await sumReceipts(db, back.payment_id));
  if (!corrected || amount <= 0) return null;
  const { credits, reason } = back;
  return await issueAfter(db, corrected, { kind: "credit_note", ...reason, credits, amount, now });
}

/** Issues the receipt that replaces a chargeback's credit note, if there is one, once it is reversed. */
export async function replaceCreditNote(db: Db, chargebackId: string, now: Date): Promise<void> {
  const note = await findNoteOf(db, chargebackId);
  if (!note) return;
  const { credits, amount_minor: amount } = note;
  await issueAfter(db, note, { kind: "receipt", chargeback_id: chargebackId, credits, amount, now });
}

type Follower = {
  kind: Receipt["kind"];
  refund_id?: string;
  chargeback_id?: string;
  credits: number;
  amount: number;
  now: Date;
};

/** Corrects an earlier document, with the company's current name and address; returns the number. */
async function issueAfter(
  db: Db,
  earlier: Selectable<Receipts>,
  { kind, refund_id, chargeback_id, credits, amount, now }: Follower,
): Promise<string> {
  const { id, year: _, number: __, seller: ___, ...same } = earlier;
  const about = await siteAndCompany(db, earlier.site_id);
  const numbered = await numberFor(db, earlier.company_id, now);
  await insertReceipt(db, {
    ...same,
    ...numbered,
    kind,
    refund_id: refund_id ?? null,
    chargeback_id: chargeback_id ?? null,
    corrects_id: id,
    seller: sellerOf(about),
    credits,
    list_minor: amount,
    amount_minor: amount,
    vat_minor: vatOf(amount, earlier.vat_percent),
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
