import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { objectUntil, showStatement } from "./rules.ts";
import { lockStatement, type StatementOwner, saveObjection } from "./store.ts";

/**
 * Stores a member's objection to a decision, for another person of the team (D11.2). Throws `decision_not_found`, and
 * `objection_over` if six months have passed, or they objected before.
 */
export async function objectToDecision(
  { db, now }: Pick<Context, "db" | "now">,
  owner: StatementOwner,
  id: string,
  text: string,
) {
  const found = await lockStatement(db, owner, id);
  if (!found) throw fail("decision_not_found");
  if (objectUntil(found, now) === null) throw fail("objection_over");
  await saveObjection(db, id, text, now);
  return showStatement({ ...found, objection: text, objected_at: now }, now);
}
