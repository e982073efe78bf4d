import type { FastifyPluginAsync } from "fastify";
import { LRUCache } from "lru-cache";
import type { ReceiptDocument } from "#contract/receipts.ts";
import { isUuid } from "#contract/uuid.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { languageOf } from "#server/http/language.ts";
import type { DrawOptions } from "./draw-receipt.ts";
import { findReceipt } from "./store.ts";
import { formatNumber, writeReceipt } from "./write-receipt.ts";

/** So many files of some 30 kB stay in memory: to draw one again takes its caller's share of a core each time. */
const kept = new LRUCache<string, Promise<Buffer>>({ max: 50 });

/** Draws a receipt as a PDF. The same content is drawn once while it is kept. */
export async function drawOnce(document: ReceiptDocument, options: DrawOptions): Promise<Buffer> {
  const content = JSON.stringify([document, options]);
  const earlier = kept.get(content);
  if (earlier) return await earlier;
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

/** A member's own receipt or credit note as a PDF (D7.8), in no cache; a forbidden one is a 404, like a missing one. */
export const serveReceipts: FastifyPluginAsync<EndpointOptions> = async (app, { services, callerOf }) => {
  app.get<{ Params: { id: string } }>("/receipts/:id", { config: { limit: "document" } }, async (request, reply) => {
    const { id } = request.params;
    const { site, viewer } = await callerOf(request);
    const own = viewer && isUuid(id) ? { id, siteId: site.id, memberId: viewer.memberId } : null;
    const row = own && (await findReceipt(services.db, own));
    if (!row) return reply.code(404).header("cache-control", "no-store").send();
    const language = languageOf(row.language);
    const document = writeReceipt(services.texts, language, row);
    return reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="${row.kind.replace("_", "-")}-${formatNumber(row)}.pdf"`)
      .header("content-security-policy", "default-src 'none'; sandbox")
      .type("application/pdf")
      .send(await drawOnce(document, { language, issuedAt: row.issued_at }));
  });
};
