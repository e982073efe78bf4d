import * as contract from "#contract/decisions.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { objectToDecision } from "./object-to-decision.ts";
import { showStatement } from "./rules.ts";
import { findStatements } from "./store.ts";

export const decisionsRoutes: Handler[] = [
  handle(contract.getDecisions, async ({ db, viewer, now }) => {
    const rows = await findStatements(db, viewer.memberId, contract.decisionsShown);
    return { decisions: rows.map((row) => showStatement(row, now)) };
  }),
  handle(contract.objectToDecision, async (ctx, { body }) => ({
    decision: await objectToDecision(ctx, body.id, body.text),
  })),
];
