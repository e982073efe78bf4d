import * as contract from "#contract/decisions.ts";
import { fail } from "#server/http/fail.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { readSignedPath } from "#server/signed-pages.ts";
import { findReportsBy } from "../store.ts";
import { objectToDecision } from "./objections.ts";
import { showReport, showStatement } from "./rules.ts";
import { findStatement, findStatements } from "./store.ts";

export const decisionsRoutes: Handler[] = [
  handle(contract.getDecisions, async ({ db, viewer, now }) => {
    const [rows, reports] = await Promise.all([
      findStatements(db, viewer.memberId, contract.decisionsShown),
      findReportsBy(db, viewer.memberId),
    ]);
    return { decisions: rows.map((row) => showStatement(row, now)), reports: reports.map(showReport) };
  }),
  handle(contract.objectToDecision, async (ctx, { body }) => ({
    decision: await objectToDecision(ctx, ctx.viewer, body.id, body.text),
  })),
  handle(contract.getStatement, async ({ db, site, services, now }, { query }) => {
    const id = readSignedPath(services.config, "statement", query.token);
    const statement = id && (await findStatement(db, { siteId: site.id }, id));
    if (!statement) throw fail("decision_not_found");
    return { decision: showStatement(statement, now) };
  }),
  handle(contract.objectByLink, async (ctx, { body }) => {
    const id = readSignedPath(ctx.services.config, "statement", body.token);
    if (!id) throw fail("decision_not_found");
    return { decision: await objectToDecision(ctx, { siteId: ctx.site.id }, id, body.text) };
  }),
];
