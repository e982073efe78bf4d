import type { Locked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import {
  type AttachmentContext,
  copyConversation,
  findConversationOf,
  withFileIds,
} from "#server/features/chat/index.ts";
import { type PhotoOf, rejectedFolder, reportedCopy, reportedFolder } from "#server/features/profiles/index.ts";
import { forEachRow } from "#server/jobs/for-each-row.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { findDueRejected, forgetRejected, rejectedPhotoFile } from "./decisions/store.ts";
import { chatCopyLines, copyUntil, evidenceKeptFrom } from "./rules.ts";
import {
  eraseReportCopies,
  findDuePhotos,
  findReportsBetween,
  markPhotoDeleted,
  setChatCopyExpiry,
  setPhotoCopyExpiry,
} from "./store.ts";

type KeepContext = AttachmentContext & { db: Locked<"pair">; now: Date };

/**
 * Kept 30 days if one has reported the other, its photos only until the report is decided (D6.6). Call it before a
 * block deletes the chat.
 */
export async function keepReportedChat(ctx: KeepContext, a: string, b: string): Promise<void> {
  const { db, now } = ctx;
  const reports = await findReportsBetween(db, a, b);
  const conversation = reports.length > 0 ? await findConversationOf(db, a, b) : undefined;
  if (conversation === undefined) return;
  const lines = await withFileIds(db, await copyConversation(ctx, conversation, chatCopyLines));
  await setChatCopyExpiry(db, reports, JSON.stringify(lines), copyUntil(now));
}

/**
 * Keeps it while a report about it is open, for 30 days at most, like a chat that a block deletes (D6.6). Runs after
 * the photo's row is deleted: by then a concurrent report has committed. Undefined if no report about it is open. One
 * that staff rejected is kept for an objection instead, and shown with reports too.
 */
export async function keepReportedPhoto(db: Db, photo: PhotoOf, now: Date): Promise<string | undefined> {
  const rejected = await rejectedPhotoFile(db, photo.id);
  if (rejected !== null) return rejected;
  return (await setPhotoCopyExpiry(db, photo, copyUntil(now))) ? reportedCopy(photo) : undefined;
}

/**
 * Deletes copies after 30 days (D6.6): of photos earlier if the reports are closed, of messages after that. Of rejected
 * photos once no one can object any more.
 */
export const purgeReports = defineScheduledJob({
  name: "purge-reports",
  every: "57 4 * * *",
  run: async (services) => {
    const { db, clock, files } = services;
    const now = clock.now();
    await eraseReportCopies(db, evidenceKeptFrom(now), now);
    const failure = {
      failure: "the copy of a reported photo was not deleted",
      about: ({ id }: PhotoOf) => ({ photo: id }),
    };
    await forEachRow(services, await findDuePhotos(db, now), failure, async (photo, inRow) => {
      if (!photo.isNeeded) await files.remove(reportedFolder(photo));
      await inRow((trx) => markPhotoDeleted(trx, photo, now));
    });
    const notErased = { ...failure, failure: "a rejected photo was not erased" };
    await forEachRow(services, await findDueRejected(db, now), notErased, async ({ statement, ...photo }, inRow) => {
      await files.remove(rejectedFolder(photo));
      await inRow((trx) => forgetRejected(trx, statement));
    });
  },
});
