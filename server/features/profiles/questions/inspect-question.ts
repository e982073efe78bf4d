import type { Unlocked } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { endInspection } from "./questions-store.ts";

/** Staff decide on a question with contact details. Its owner, or undefined if the member changed it since. */
export async function inspectQuestion(
  db: Unlocked,
  { id, text, shown, now }: { id: string; text: string; shown: boolean; now: Date },
): Promise<string | undefined> {
  return await inTransaction(db, async (trx) => {
    const memberId = await endInspection(trx, id, text, { shown });
    // of a rejected one the statement of reasons tells
    if (memberId && shown) await addUpdate(trx, { memberId, kind: "question_approved", path: "/profile", now });
    return memberId;
  });
}
