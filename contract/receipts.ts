import { z } from "zod";
import { defineCall } from "./call.ts";

export const receiptKinds = ["receipt", "credit_note"] as const;

export const receiptSeller = z.object({
  site: z.string(),
  name: z.string(),
  address: z.array(z.string()),
  city: z.string(),
  country: z.string(),
  kvk: z.string(),
  vat_numbers: z.array(z.string()),
});
export type ReceiptSeller = z.output<typeof receiptSeller>;

const row = z.object({ name: z.string(), value: z.string() });
const block = z.object({ title: z.string(), lines: z.array(z.string()) });

/** The content of a receipt in one language, formatted for display: the same on the page and in the PDF. */
export const receiptDocument = z.object({
  title: z.string(),
  facts: z.array(row),
  seller: block,
  buyer: block,
  items: z.array(row),
  /** Net amount, VAT, and the total as the last. */
  totals: z.array(row),
});
export type ReceiptDocument = z.output<typeof receiptDocument>;

/** A receipt for a payment, or a credit note for a refund. */
export const receipt = z.object({
  id: z.uuid(),
  kind: z.enum(receiptKinds),
  /** Such as `2026-000123`; without gaps for each company and year. */
  number: z.string(),
  document: receiptDocument,
  /** The PDF's path on this site; the PDF is in the language of the purchase. */
  pdf: z.string(),
});
export type Receipt = z.output<typeof receipt>;

export const getReceipts = defineCall({
  method: "GET",
  path: "/api/receipts.php",
  summary: "The receipt and the credit notes of one of the caller's payments, oldest first; none until it is paid.",
  who: "member",
  whileClosed: true,
  query: z.object({ payment: z.uuid("invalid") }),
  answer: z.object({ receipts: z.array(receipt) }),
});
