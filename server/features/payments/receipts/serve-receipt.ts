import type { FastifyPluginAsync } from "fastify";
import { isUuid } from "#contract/uuid.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { languageOf } from "#server/http/language.ts";
import { drawOnce } from "./draw-once.ts";
import { formatNumber } from "./rules.ts";
import { findReceipt } from "./store.ts";
import { writeReceipt } from "./write-receipt.ts";

/**
 * `GET /receipts/{id}`: a member's own receipt or credit note as a PDF, in the language of the purchase (D7.8). Access
 * is checked on each request and no cache stores the response. A forbidden receipt is a 404, like a missing one.
 */
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
