import type { FastifyPluginAsync } from "fastify";
import { refundRoles } from "#contract/staff-members.ts";
import { isUuid } from "#contract/uuid.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { languageOf } from "#server/http/language.ts";
import { appendLog } from "../staff/audit.ts";
import { findStaffSession } from "../staff/sessions.ts";
import { areOnSites } from "../staff/site-things-store.ts";
import { writeEvidence } from "./write-evidence.ts";

type Asked = { Params: { file: string }; Querystring: { language?: unknown } };

/**
 * The file of evidence about one payment as a PDF (R13.04), for who may refund it. Each download is in the audit log,
 * because the file leaves the house; what may not be read is a 404, like what does not exist.
 */
export const serveEvidence: FastifyPluginAsync<EndpointOptions> = async (app, { services }) => {
  app.get<Asked>("/staff-evidence/:file", { config: { limit: "document" } }, async (request, reply) => {
    const { db, texts, clock } = services;
    const now = clock.now();
    reply.header("cache-control", "no-store");
    const [, id = ""] = /^([0-9a-f-]{36})\.pdf$/.exec(request.params.file) ?? [];
    const staff = isUuid(id) ? await findStaffSession(services, request, now) : null;
    const isAllowed = staff && refundRoles.includes(staff.role) && (await areOnSites(db, "payment", [id], staff.sites));
    const language = languageOf(String(request.query.language));
    const evidence = isAllowed ? await writeEvidence({ db, texts, language, now }, id) : null;
    if (!staff || !evidence) return reply.code(404).send();
    // loaded by the first file, so that a start does without the library for PDF
    const { drawEvidence } = await import("./draw-evidence.ts");
    const pdf = await drawEvidence(evidence.document, { language, at: now });
    const { memberId, name } = evidence;
    const entry = { action: "evidence_downloaded", memberId, subject: `payment:${id}`, detail: { language } } as const;
    await inTransaction(db, (trx) => appendLog(trx, staff, now, entry));
    return reply
      .header("content-disposition", `attachment; filename="${name}.pdf"`)
      .header("content-security-policy", "default-src 'none'; sandbox")
      .type("application/pdf")
      .send(pdf);
  });
};
