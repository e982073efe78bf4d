import { LRUCache } from "lru-cache";
import type { ReceiptDocument } from "#contract/receipts.ts";
import type { DrawOptions } from "./draw-receipt.ts";

/** So many files of some 30 kB stay in memory: drawing one again would take its caller's share of a core each time. */
const kept = new LRUCache<string, Promise<Buffer>>({ max: 50 });

/** Draws a receipt as a PDF. The same content is drawn once while it is kept. */
export async function drawOnce(document: ReceiptDocument, options: DrawOptions): Promise<Buffer> {
  const content = JSON.stringify([document, options]);
  const known = kept.get(content);
  if (known) return await known;
  // loaded by the first receipt, so that a start does without the library for PDF
  const drawing = import("./draw-receipt.ts").then(({ drawReceipt }) => drawReceipt(document, options));
  kept.set(content, drawing);
  try {
    return await drawing;
  } catch (error) {
    kept.delete(content);
    throw error;
  }
}
