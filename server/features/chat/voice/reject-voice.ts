import type { PhotoRejection } from "#contract/attachments.ts";
import { sealedGround } from "#contract/decisions.ts";
import type { PoolOrLockable } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { giveBack } from "#server/features/credits/index.ts";
import { sealSound } from "#server/features/profiles/index.ts";
import type { Services } from "#server/services.ts";
import { lockConversation } from "../conversations-store.ts";
import { notifyVoiceRejected } from "./jobs.ts";
import { markVoiceRejected, selectVoiceConversation, takeVoiceFile } from "./store.ts";

type RejectContext = Pick<Services, "jobs" | "clock"> & { db: PoolOrLockable<"conversations"> };

/**
 * Rejects a voice message. Neither member can hear it any more, and its author gets the credits back, once. One of
 * child abuse is sealed, also if it was rejected before, or its chat was deleted; then no one is answered, else its
 * author, to be told why.
 */
export async function rejectVoice(
  { db, jobs, clock }: RejectContext,
  id: string,
  rejection: { reason: PhotoRejection; decisionId: string },
): Promise<{ siteId: number; memberId: string } | undefined> {
  const now = clock.now();
  return await inTransaction(db, async (trx) => {
    const { db: chat, row } = await lockConversation(trx, selectVoiceConversation(trx, id));
    const rejected = row && (await markVoiceRejected(chat, id, rejection));
    const voice = rejection.reason === sealedGround ? await takeVoiceFile(trx, id) : undefined;
    if (voice) await sealSound({ db: trx, jobs, now }, voice, rejection.decisionId);
    if (!rejected) return undefined;
    const { site_id: siteId, author_id: memberId, message_id: causeId, credits } = rejected;
    if (credits > 0) await giveBack(chat, credits, { memberId, siteId, cause: "voice_refund", causeId, now });
    await jobs.add(trx, notifyVoiceRejected, { voice: id });
    return { siteId, memberId };
  });
}
