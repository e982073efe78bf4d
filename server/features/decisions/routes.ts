import * as contract from "#contract/decisions.ts";
import { findReportsBy } from "#server/features/moderation/index.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { objectToDecision } from "./object-to-decision.ts";
import { showReport, showStatement } from "./rules.ts";
import { findStatements } from "./store.ts";

export const decisionsRoutes: Handler[] = [
  handle(contract.getDecisions, async ({ db, viewer, now }) => {
    const [rows, reports] = await Promise.all([
      findStatements(db, viewer.memberId, contract.decisionsShown),
      findReportsBy(db, viewer.memberId),
    ]);
    return { decisions: rows.map((row) => showStatement(row, now)), reports: reports.map(showReport) };
  }),
  handle(contract.objectToDecision, async (ctx, { body }) => ({
    decision: await objectToDecision(ctx, body.id, body.text),
  })),
];
