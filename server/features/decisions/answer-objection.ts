import { forgetRejected } from "#server/features/photos/index.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import type { StatementContext } from "./issue-statement.ts";
import { lockObjection, saveAnswer } from "./store.ts";

type Answer = { upheld: boolean; words: string; staffId: string };

/**
 * Answers an objection, once; the member finds the answer under their updates (D11.2). If it is upheld, a rejected
 * photo can be uploaded again. Undefined if none is open, or if the same person decided.
 */
export async function answerObjection(
  { db, now }: Pick<StatementContext, "db" | "now">,
  id: string,
  { upheld, words, staffId }: Answer,
) {
  const found = await lockObjection(db, id);
  if (!found || found.staff_id === staffId) return undefined;
  await saveAnswer(db, id, { upheld, answer: words, staffId, now });
  if (upheld) await forgetRejected(db, found.decision_id);
  await addUpdate(db, { memberId: found.member_id, kind: "decision", path: `/decisions#${id}`, now });
  return { memberId: found.member_id, decision: found.decision };
}
