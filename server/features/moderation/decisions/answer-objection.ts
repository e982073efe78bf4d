import { allowRejectedPhoto } from "#server/features/profiles/index.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { mailStatement, type StatementContext } from "./mail-statement.ts";
import { needsLink, updateKindOf } from "./rules.ts";
import { findReceiver, lockObjection, saveAnswer } from "./store.ts";

type Answer = { upheld: boolean; unfounded: boolean; words: string; staffId: string };

/**
 * Answers an objection, once. The member finds the answer under their updates, and in a mail if they may not be able to
 * log in (D11.2). If it is upheld, a rejected photo can be uploaded again; the caller lifts any measure. Undefined if
 * no objection is open, or if the same staff member made the decision. The caller has locked the member.
 */
export async function answerObjection(
  ctx: StatementContext,
  id: string,
  { upheld, unfounded, words, staffId }: Answer,
) {
  const { db, now } = ctx;
  const objection = await lockObjection(db, id);
  if (!objection || objection.staff_id === staffId) return undefined;
  await saveAnswer(db, id, { upheld, unfounded: unfounded && !upheld, answer: words, staffId, now });
  if (upheld) await allowRejectedPhoto(db, objection.applies ?? objection.decision_id);
  const { member_id: memberId, site_id: siteId, decision, side } = objection;
  await addUpdate(db, { memberId, kind: updateKindOf(side), path: `/decisions#${id}`, now });
  const receiver = await findReceiver(db, memberId);
  if (receiver && needsLink(decision, receiver.status)) {
    const decisionKey = upheld ? "object.upheld" : "object.rejected";
    const answer = { decisionKey, ground: null, words, until: null, isAnswer: true } as const;
    await mailStatement(ctx, receiver, { id, siteId, about: decision, ...answer });
  }
  return { memberId, decision, applies: objection.applies };
}
