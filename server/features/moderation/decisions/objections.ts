import { decisionText } from "#contract/decision-text.ts";
import type { Lockable } from "#server/db/locks.ts";
import { allowRejectedPhoto } from "#server/features/profiles/index.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Mutating } from "#server/http/handle.ts";
import { pausedFailure } from "../rules.ts";
import { findReportsPause } from "../store.ts";
import { mailStatement, type StatementContext } from "./mail-statement.ts";
import { objectUntil, showStatement } from "./rules.ts";
import {
  findStatementReceiver,
  lockObjection,
  lockStatement,
  type StatementOwner,
  saveObjection,
  saveObjectionAnswer,
} from "./store.ts";

/**
 * Another person of the team gets it. Throws `decision_not_found`, `objection_over` after six months or an earlier one,
 * and `reports_paused` (DSA, article 23); but the pause itself, or a time that ends within it, can be objected to.
 */
export async function objectToDecision(
  { db, now, language }: Pick<Mutating, "db" | "now" | "language">,
  owner: StatementOwner,
  id: string,
  text: string,
) {
  const statement = await lockStatement(db, owner, id);
  if (!statement) throw fail("decision_not_found");
  const until = objectUntil(statement, now);
  if (until === null) throw fail("objection_over");
  const pause =
    statement.decision === "reports_paused" ? undefined : await findReportsPause(db, statement.member_id, now);
  if (pause && pause < until) throw pausedFailure(language, pause);
  await saveObjection(db, id, text, now);
  return showStatement({ ...statement, objection: text, objected_at: now }, now);
}

type Answer = { upheld: boolean; unfounded: boolean; words: string; staffId: string };

/**
 * Answers once; under the member's updates, and in a mail (DSA, article 20(5)). The caller lifts any measure, and has
 * locked the member. Undefined if no objection is open, or if the same staff member decided.
 */
export async function answerObjection(
  ctx: StatementContext & { db: Lockable<"statements"> },
  id: string,
  { upheld, unfounded, words, staffId }: Answer,
) {
  const { db, now } = ctx;
  const objection = await lockObjection(db, id);
  if (!objection || objection.staff_id === staffId) return undefined;
  await saveObjectionAnswer(db, id, { upheld, unfounded: unfounded && !upheld, answer: words, staffId, now });
  if (upheld) await allowRejectedPhoto(db, objection.applies ?? objection.decision_id, now);
  const { member_id: memberId, site_id: siteId, decision, ground } = objection;
  await addUpdate(db, { memberId, kind: "appeal_answered", path: `/decisions#${id}`, now });
  const receiver = await findStatementReceiver(db, memberId);
  if (receiver) {
    const decisionKey = upheld ? "object.upheld" : "object.rejected";
    const answers = { against: decisionText(decision, ground), upheld };
    const answer = { decisionKey, ground: null, words, until: null, answers };
    await mailStatement(ctx, receiver, { id, siteId, about: decision, ...answer });
  }
  return { memberId, decision, applies: objection.applies };
}
