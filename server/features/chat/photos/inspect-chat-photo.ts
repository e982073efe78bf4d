import type { PhotoRejection } from "#contract/attachments.ts";
import { sealedGround } from "#contract/decisions.ts";
import type { PoolOrLockable } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { giveBack } from "#server/features/credits/index.ts";
import { recordRejectedPhoto, sealForPolice } from "#server/features/profiles/index.ts";
import type { Services } from "#server/services.ts";
import { countAgain, lockConversation } from "../conversations-store.ts";
import { withholdOfMessage } from "../promise/answer-promises-store.ts";
import { notifyPhotoInspected } from "./jobs.ts";
import { activate, lockDeletedPhoto, markRejected, selectConversationOf } from "./store.ts";

type InspectContext = Pick<Services, "jobs" | "clock"> & { db: PoolOrLockable<"conversations"> };

/**
 * Approves a photo: its recipient sees it from now on, and has it unread though they read the chat before. False if it
 * is not under inspection.
 */
export async function approveChatPhoto({ db, jobs, clock }: InspectContext, id: string): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    const { db: chat, row } = await lockConversation(trx, selectConversationOf(trx, id));
    const approved = row && (await activate(chat, id, clock.now()));
    if (!approved) return false;
    await countAgain(chat, approved);
    await jobs.add(trx, notifyPhotoInspected, { photo: id });
    return true;
  });
}

/**
 * Rejects a photo, even if it was approved before. Neither member sees it any more, and its author gets the credits
 * back, once (D8.2). Neither the same picture nor a near copy can be sent again, unless `decisionId` is reversed.
 * Answers its author, to be told why; undefined if the photo was rejected before, or its chat was deleted: then one of
 * child abuse is sealed all the same.
 */
export async function rejectChatPhoto(
  { db, jobs, clock }: InspectContext,
  id: string,
  { reason, decisionId }: { reason: PhotoRejection; decisionId: string },
): Promise<{ siteId: number; memberId: string } | undefined> {
  const now = clock.now();
  return await inTransaction(db, async (trx) => {
    const { db: chat, row } = await lockConversation(trx, selectConversationOf(trx, id));
    const rejected = row && (await markRejected(chat, id, reason));
    if (!rejected) {
      const deleted = reason === sealedGround ? await lockDeletedPhoto(trx, id) : undefined;
      if (deleted) await sealForPolice(trx, deleted, { soundType: null, decisionId, now });
      return undefined;
    }
    const { site_id: siteId, author_id: memberId, message_id: causeId, credits } = rejected;
    await withholdOfMessage(chat, causeId, now);
    if (credits > 0) await giveBack(chat, credits, { memberId, siteId, cause: "photo_refund", causeId, now });
    const { body_hash: sha256, fingerprints } = rejected;
    await recordRejectedPhoto(trx, { siteId, sha256, fingerprints, ground: reason, decisionId }, now);
    if (reason === sealedGround)
      await sealForPolice(trx, { siteId, memberId, id }, { soundType: null, decisionId, now });
    await jobs.add(trx, notifyPhotoInspected, { photo: id });
    return { siteId, memberId };
  });
}
