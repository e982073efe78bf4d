import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import type { Services } from "#server/services.ts";
import { notifyTextShown } from "./jobs.ts";
import { approveText, deleteText } from "./store.ts";

/**
 * Approves a member's text about themselves: others see it from now on, and the member is notified (D11.3). A job sends
 * the notification, because staff commands run in another process. `text` is the inspected text. If the member has
 * changed it since, this changes nothing and returns false.
 */
export async function approveAboutMe(
  { db, jobs, clock }: Pick<Services, "db" | "jobs" | "clock">,
  memberId: string,
  text: string,
): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    const approved = await approveText(trx, memberId, text);
    if (!approved) return false;
    await addUpdate(trx, { memberId, kind: "text_approved", path: "/profile", now: clock.now() });
    await jobs.add(trx, notifyTextShown, { member: memberId });
    return true;
  });
}

/**
 * Deletes a text under inspection, and notifies the member; others still see the previous text. If the member has
 * changed it since, this changes nothing and returns false.
 */
export async function rejectAboutMe(db: Db, memberId: string, text: string, now: Date): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    const deleted = await deleteText(trx, memberId, text);
    if (deleted) await addUpdate(trx, { memberId, kind: "text_rejected", path: "/profile", now });
    return deleted;
  });
}
