import type { Services } from "#server/services.ts";
import { notifyTextShown } from "./jobs.ts";
import { approveText, deleteText, findWaitingText, findWaitingTexts } from "./store.ts";

/** The members' texts about themselves that wait for inspection by staff, the oldest first (D11.3). */
export const listWaitingTexts = findWaitingTexts;

/** A member's text that waits for inspection, or null. */
export const waitingTextOf = findWaitingText;

/**
 * Approves a member's text about themselves: others see it from now on, and the member is notified (D11.3). A job does
 * that, as staff work in another process. `text` is the inspected text. If the member has changed it since, nothing
 * happens and the result is false.
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

/** Deletes a text under inspection: others still see the one before it. False as with `approveAboutMe`. */
export const rejectAboutMe = deleteText;
