import { z } from "zod";
import type { Unlocked } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { withEmit } from "#server/emit.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { approveText, deleteText } from "./profiles-store.ts";

/** Notifies a member's open pages that others see the inspected text now. */
export const notifyTextShown = defineJob({
  name: "notify-text-shown",
  data: z.object({ member: z.uuid() }),
  keptSeconds: 3_600,
  run: ({ events }, { member }) => withEmit(events, async (emit) => emit(member, { type: "about_me" })),
});

/** A job notifies the member, because staff commands run in another process. False if they changed the text since. */
export async function approveAboutMe(
  { db, jobs, clock }: Pick<Services, "jobs" | "clock"> & { db: Unlocked },
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

/** Others still see the previous text. False, with nothing changed, if the member has changed it since. */
export async function rejectAboutMe(db: Unlocked, memberId: string, text: string): Promise<boolean> {
  return await inTransaction(db, (trx) => deleteText(trx, memberId, text));
}
