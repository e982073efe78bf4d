import { isDeepStrictEqual } from "node:util";
import type { Crop, OwnPhotos } from "#contract/photos.ts";
import { lockProfile } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { listOwnPhotos } from "./manage-photos.ts";
import { findOwnPhotos, lockEdition, saveCrop } from "./photos-store.ts";
import { PhotoRefused, processCrop } from "./process-photo.ts";
import { removePhotoFiles, removeUnfinishedPhoto } from "./remove-photo.ts";
import { editionFolder, fileKey, photoFolder } from "./rules.ts";
import { putFiles, withNewFiles } from "./store-picture.ts";

/**
 * A null crop shows the whole picture again. Files that others can load lack the part that was cut off. New files get a
 * new edition; a job removes the previous ones. The inspection status stays. The same crop again changes nothing.
 */
export async function cropPhoto(ctx: MemberContext, photoId: string, crop: Crop | null): Promise<OwnPhotos> {
  const { services, site, viewer } = ctx;
  const { memberId } = viewer;
  const photo = (await findOwnPhotos(services.db, memberId)).find(({ id }) => id === photoId);
  if (!photo) throw fail("photo_not_found");
  if (isDeepStrictEqual(photo.crop, crop)) return await listOwnPhotos(ctx);

  const photoOf = { siteId: site.id, memberId, id: photoId };
  const folder = photoFolder(photoOf);
  const whole = await services.files.get(fileKey(folder, "full", "", "webp"));
  if (!whole) throw fail("photo_not_found");
  const { files, ...cropped } = await processCrop(whole, crop).catch((error: unknown) => {
    throw error instanceof PhotoRefused ? fail(error.problem) : error;
  });
  const edition = crop === null ? "" : services.random.uuid().slice(0, 8);
  if (edition !== "") await services.jobs.add(services.db, removeUnfinishedPhoto, { ...photoOf, edition });
  await withNewFiles(services.files, editionFolder(folder, edition), async (named) => {
    // the whole picture has no folder of its own, and its files are the same each time
    if (edition === "") named();
    await putFiles(services.files, { folder, edition }, files);
    await inTransaction(services.db, async (db) => {
      const profile = await lockProfile(db, memberId);
      const before = await lockEdition(profile, memberId, photoId);
      if (before === undefined) throw fail("photo_not_found");
      await saveCrop(db, photoId, { ...cropped, edition, crop: crop && JSON.stringify(crop) });
      named();
      if (before !== "") await services.jobs.add(db, removePhotoFiles, { folder: editionFolder(folder, before) });
    });
  });
  return await listOwnPhotos(ctx);
}
