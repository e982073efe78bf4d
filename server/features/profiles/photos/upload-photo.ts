import type { ReceivedFile } from "#contract/call.ts";
import type { OwnPhoto } from "#contract/photos.ts";
import type { Db } from "#server/db/pool.ts";
import { assertAgeAssured } from "#server/features/visibility/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { addPhoto, type NewPhoto } from "./add-photo.ts";
import { uploadFailureOf } from "./photo-failure.ts";
import { limitUploads } from "./photo-slots.ts";
import { findOwnPhotos, findPhotoByKey } from "./photos-store.ts";
import { showOwnPhoto } from "./rules.ts";

/** Uploads it for inspection. A retry with the same key returns the first photo. */
export async function uploadPhoto(ctx: MemberContext, file: ReceivedFile): Promise<OwnPhoto> {
  const { db, site, viewer } = ctx;
  const owner = { siteId: site.id, memberId: viewer.memberId };
  const check = () => assertAgeAssured(db, site, owner.memberId);
  const id = await addUpload(ctx, owner, file, { check });
  return await showUploaded(ctx, id);
}

type UploadContext = Pick<MemberContext, "db" | "services" | "key">;

/**
 * Uploads it for inspection; a retry with the same key returns the first one's id. `check` may refuse it, unless it is
 * a retry. `record` runs in the transaction that stores it.
 */
export async function addUpload(
  { db, services, key }: UploadContext,
  { siteId, memberId }: { siteId: number; memberId: string },
  file: ReceivedFile,
  { check, record }: { check?: () => Promise<void>; record?: NewPhoto["record"] } = {},
): Promise<string> {
  const firstId = await findUpload(db, memberId, key, file);
  if (firstId) return firstId;
  await check?.();
  try {
    const upload = { key, sha256: file.sha256 };
    const image = () => file.read();
    const photo = { siteId, memberId, image, status: "inspection", upload, record } as const;
    return (await limitUploads(() => addPhoto(services, photo))).id;
  } catch (error) {
    // a concurrent request with the same upload may have added the photo
    const concurrentId = await findUpload(db, memberId, key, file);
    if (concurrentId) return concurrentId;
    throw uploadFailureOf({ services, now: services.clock.now() }, { siteId, memberId, isForChat: false }, error);
  }
}

async function findUpload(db: Db, memberId: string, key: string, file: ReceivedFile): Promise<string | undefined> {
  const photo = await findPhotoByKey(db, memberId, key);
  if (!photo) return undefined;
  if (!photo.body_hash?.equals(file.sha256)) throw fail("idempotency_key_reused");
  return photo.id;
}

async function showUploaded({ db, site, viewer }: MemberContext, id: string): Promise<OwnPhoto> {
  const photo = (await findOwnPhotos(db, viewer.memberId)).find((each) => each.id === id);
  if (!photo) throw fail("photo_broken");
  return showOwnPhoto(photo, site.photoUrl);
}
