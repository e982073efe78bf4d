import type { FastifyPluginAsync } from "fastify";
import { figureRoles } from "#contract/constants.ts";
import { isUuid } from "#contract/uuid.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { appendLog } from "../staff/audit.ts";
import { findStaffSession } from "../staff/sessions.ts";
import { writePain, writePayoutsCsv } from "./payment-file.ts";
import { findPayoutList } from "./payout-store.ts";

type Asked = { Params: { file: string } };

/**
 * A list of payouts for the bank (R13.02), which two people made: as XML if it is in euros, or as CSV. Each download is
 * in the audit log; what may not be read is a 404, like what does not exist.
 */
export const servePayouts: FastifyPluginAsync<EndpointOptions> = async (app, { services }) => {
  app.get<Asked>("/staff-payouts/:file", { config: { limit: "document" } }, async (request, reply) => {
    const { db, clock } = services;
    const now = clock.now();
    reply.header("cache-control", "no-store");
    const [, id = "", kind = ""] = /^([0-9a-f-]{36})\.(xml|csv)$/.exec(request.params.file) ?? [];
    const staff = isUuid(id) ? await findStaffSession(services, request, now) : null;
    const isAllowed = staff && figureRoles.includes(staff.role);
    const list = isAllowed ? await findPayoutList(db, id, staff.sites) : undefined;
    if (!staff || !list || (kind === "xml" && list.currency !== "EUR")) return reply.code(404).send();
    const entry = { action: "payout_downloaded", subject: `payout:${id}`, detail: { kind } } as const;
    await inTransaction(db, (trx) => appendLog(trx, staff, now, entry));
    return reply
      .header("content-disposition", `attachment; filename="payouts-${list.site}-${id.slice(0, 8)}.${kind}"`)
      .header("content-security-policy", "default-src 'none'; sandbox")
      .type(kind === "xml" ? "application/xml; charset=utf-8" : "text/csv; charset=utf-8; header=present")
      .send(kind === "xml" ? writePain(list) : writePayoutsCsv(list));
  });
};
