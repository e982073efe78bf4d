import type { Services } from "#server/services.ts";
import { notifyTextShown } from "./jobs.ts";
import { approveText, deleteText, findWaitingText, findWaitingTexts } from "./store.ts";

/** What waits for staff of what members wrote about themselves, the oldest first (D11.3). */
export const listWaitingTexts = findWaitingTexts;

/** The text of a member that waits; null where none does. */
export const waitingTextOf = findWaitingText;

/**
 * Ends the inspection of what a member wrote about themselves well: others see it from now on, and the member hears of it
 * (D11.3), by a job, as staff say so in another process. `text` is what was looked at: false, and nothing happens, where
 * the member has changed it since.
 */
export async function approveAboutMe(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  memberId: string,
  text: string,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const approved = await approveText(trx, memberId, text);
    if (approved) await jobs.add(trx, notifyTextShown, { member: memberId });
    return approved;
  });
}

/** Drops a text under inspection: others go on seeing the one before it. False as with `approveAboutMe`. */
export const rejectAboutMe = deleteText;
