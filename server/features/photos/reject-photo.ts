import type { Db } from "#server/db/pool.ts";
import type { Services } from "#server/services.ts";
import { rememberRejected } from "./rejected-photos.ts";
import { removePhoto } from "./remove-photo.ts";
import { lockWaiting } from "./store.ts";

type RejectContext = { db: Db; services: Pick<Services, "hooks" | "jobs">; now: Date };

/**
 * Rejects a photo under inspection: it is deleted, and the same picture can't be uploaded again, unless `decisionId` is
 * reversed (D8.2). Answers its owner, to be told why; undefined if no such photo is under inspection. Runs in the
 * caller's transaction.
 */
export async function rejectPhoto(ctx: RejectContext, photoId: string, decisionId: string) {
  const { db, now } = ctx;
  const found = await lockWaiting(db, photoId);
  if (!found) return undefined;
  const { member_id: memberId, site_id: siteId, body_hash: sha256, fingerprint } = found;
  if (!(await removePhoto(ctx, { siteId, memberId, id: photoId }))) return undefined;
  if (sha256) await rememberRejected(db, siteId, { sha256, fingerprint }, now, decisionId);
  return { memberId, siteId };
}
