import type { PhotoRejection } from "#contract/attachments.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { book } from "#server/features/credits/index.ts";
import { mailOwner } from "#server/features/mails/index.ts";
import { fileKey, rememberRejected } from "#server/features/photos/index.ts";
import { siteAndCompany, siteOrigin } from "#server/features/sites/index.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import type { Services } from "#server/services.ts";
import { notifyPhotoInspected } from "./jobs.ts";
import { chatPhotoFolder } from "./rules.ts";
import { activate, findWaitingPhotos, lockConversationOf, markRejected } from "./store.ts";

/** The photos in chats that wait for inspection, the oldest first, each with its file in the file store (D8.2). */
export async function listWaitingPhotos(db: Services["db"]) {
  const waiting = await findWaitingPhotos(db);
  return waiting.map(({ site_id: siteId, author_id: memberId, ...photo }) => ({
    ...photo,
    author: memberId,
    file: fileKey(chatPhotoFolder({ siteId, memberId, id: photo.id }), "full", "", "webp"),
  }));
}

/** Approves a photo: its recipient sees it from now on (D8.2). False if it is not under inspection. */
export async function approveChatPhoto({ db, jobs }: Pick<Services, "db" | "jobs">, id: string): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    const approved = await activate(trx, id);
    if (approved) await jobs.add(trx, notifyPhotoInspected, { photo: id });
    return approved;
  });
}

/**
 * Rejects a photo, even if it was approved before. Neither member sees it any more, and its author gets the credits
 * back, once (D8.2). Neither the same picture nor a near copy can be sent again. With `decisionId` the caller issues a
 * statement of reasons, which is mailed, and the picture is forgotten if that decision is reversed; without it, the
 * author gets a mail from here. Locks the conversation, the photo, then the wallet. False if the photo was rejected
 * before, or its chat was deleted.
 */
export async function rejectChatPhoto(
  services: Pick<Services, "db" | "jobs" | "config" | "clock">,
  id: string,
  reason: PhotoRejection,
  decisionId: string | null = null,
): Promise<boolean> {
  const { db, jobs, config, clock } = services;
  const now = clock.now();
  return await inTransaction(db, async (trx) => {
    const rejected = (await lockConversationOf(trx, id)) ? await markRejected(trx, id, reason) : undefined;
    if (!rejected) return false;
    const { site_id: siteId, author_id: memberId, message_id: causeId, credits, ...author } = rejected;
    if (credits > 0) await book(trx, { memberId, siteId, amount: credits, cause: "photo_refund", causeId, now });
    const { body_hash: sha256, fingerprints } = rejected;
    const everywhere = reason === "minor";
    await rememberRejected(trx, { siteId, sha256, fingerprints, everywhere, decisionId }, now);
    await jobs.add(trx, notifyPhotoInspected, { photo: id });
    if (author.account !== "active") return true;
    const mail = { kind: "photo_rejected", path: `/chats/${author.conversation_id}` } as const;
    if (decisionId !== null) {
      await addUpdate(trx, { memberId, ...mail, now });
      return true;
    }
    const { site } = await siteAndCompany(trx, siteId);
    const sender = { db: trx, services, site, origin: siteOrigin(site, config) };
    await mailOwner(sender, { ...author, id: memberId }, mail);
    return true;
  });
}
