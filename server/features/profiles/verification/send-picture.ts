import { createHash } from "node:crypto";
import type { ReceivedFile } from "#contract/call.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { recordConsent } from "#server/features/visibility/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { failureOf } from "../photos/photo-failure.ts";
import { limitUploads } from "../photos/photo-slots.ts";
import { shrinkPicture } from "../photos/process-photo.ts";
import { withNewFiles } from "../photos/store-picture.ts";
import { removeUnfinishedPicture } from "./jobs.ts";
import { findClaimed } from "./office-store.ts";
import { pictureFolder } from "./rules.ts";
import { type CheckKind, findRequest, markWaiting } from "./verifications-store.ts";

/** The file of a selfie or a document, in the only size that is stored. */
export const pictureFile = (folder: string) => `${folder}full.webp`;

/** The key under which a picture is stored. Another picture has another one, even if it is sent with the same key. */
function keyOfPicture(key: string, { sha256 }: ReceivedFile): string {
  const hash = createHash("sha256").update(key).update(sha256).digest("hex");
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Stores the file, then the row: no row ever lacks its file, and a job removes files without one. Safe to repeat. */
export async function sendPicture(ctx: MemberContext, kind: CheckKind, file: ReceivedFile): Promise<void> {
  const { services, site, viewer, now } = ctx;
  const { db, files, jobs, random } = services;
  const { memberId } = viewer;
  const key = keyOfPicture(ctx.key, file);
  const request = await findRequest(db, memberId, kind);
  if (request?.key === key) return;
  if (request?.status !== "asked") throw fail("verification_not_open");
  const picture = { siteId: site.id, memberId, id: random.uuid() };
  const folder = pictureFolder(picture);
  await jobs.add(db, removeUnfinishedPicture, picture);
  const store = async (named: () => void) => {
    const bytes = await limitUploads(() => shrinkPicture(() => file.read()));
    await files.put(pictureFile(folder), bytes, "image/webp");
    const isStored = await inTransaction(db, async (trx) => {
      const isWaiting = await markWaiting(trx, { memberId, kind, pictureId: picture.id, key, now });
      if (!isWaiting) return false;
      named();
      await recordConsent({ ...ctx, db: trx }, { memberId, subject: kind, given: true, isAgain: true });
      return true;
    });
    if (isStored) return;
    // a concurrent request with the same picture was faster
    if ((await findRequest(db, memberId, kind))?.key !== key) throw fail("verification_not_open");
    await files.remove(folder);
  };
  await withNewFiles(files, folder, store).catch((error: unknown) => {
    throw failureOf(error);
  });
}

/** The file key of a selfie or a document that a person of the staff has claimed; null: it is gone, or not theirs. */
export async function claimedPictureFile(
  db: Db,
  pictureId: string,
  { staffId, now }: { staffId: string; now: Date },
): Promise<string | null> {
  const picture = await findClaimed(db, pictureId, staffId, now);
  return picture ? pictureFile(pictureFolder(picture)) : null;
}
