import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { pausedFailure } from "../rules.ts";
import { findReportsPause } from "../store.ts";
import { objectUntil, showStatement } from "./rules.ts";
import { lockStatement, type StatementOwner, saveObjection } from "./store.ts";

/**
 * Stores a member's objection to a decision, for another person of the team (D11.2). Throws `decision_not_found`,
 * `objection_over` if six months have passed, or they objected before, and `reports_paused` while the member's
 * objections are not looked at (DSA, article 23). A pause prevents no objection to itself, nor one whose time would
 * end within it.
 */
export async function objectToDecision(
  { db, now, language }: Pick<Context, "db" | "now" | "language">,
  owner: StatementOwner,
  id: string,
  text: string,
) {
  const found = await lockStatement(db, owner, id);
  if (!found) throw fail("decision_not_found");
  const until = objectUntil(found, now);
  if (until === null) throw fail("objection_over");
  const pause = found.decision === "reports_paused" ? undefined : await findReportsPause(db, found.member_id, now);
  if (pause && pause < until) throw pausedFailure(language, pause);
  await saveObjection(db, id, text, now);
  return showStatement({ ...found, objection: text, objected_at: now }, now);
}
