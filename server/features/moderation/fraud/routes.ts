import { fraudWarning, getFraudWarning, helpPageFor } from "#contract/fraud-warnings.ts";
import { fail } from "#server/http/fail.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { findWarning } from "./store.ts";

export const fraudRoutes: Handler[] = [
  handle(getFraudWarning, async ({ db, viewer }, { query }) => {
    const row = await findWarning(db, viewer.memberId, query.id);
    if (!row) throw fail("warning_not_found");
    return {
      warning: {
        name: row.about_name,
        ground: fraudWarning.shape.ground.parse(row.ground),
        last_at: row.last_at.toISOString(),
        credits: row.credits,
        warned_at: row.warned_at.toISOString(),
        lifted: row.lifted_at !== null,
        help: helpPageFor(row.country),
      },
    };
  }),
];
