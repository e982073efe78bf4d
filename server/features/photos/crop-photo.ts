import type { Crop, OwnPhotos } from "#contract/photos.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { removePhotoFiles, removeUnfinishedPhoto } from "./jobs.ts";
import { listOwnPhotos } from "./manage-photos.ts";
import { cutPhoto, PhotoRefused } from "./process-photo.ts";
import { editionFolder, fileKey, mediaTypes, photoFolder, sameCrop } from "./rules.ts";
import { findOwnPhotos, lockEdition, saveCrop } from "./store.ts";

/**
 * Shows a part of a member's photo instead of all of it, or all again (`crop` null), in each size: what was cut off is in
 * no file that others can load. The files are made anew from the whole picture, which stays, and get a new edition; the
 * ones before go by a job. Inspection goes on as it was. The same crop again changes nothing. Throws `photo_not_found`,
 * also where the photo is deleted meanwhile, `photo_too_slow`, and `photo_broken` where its file is.
 */
export async function cropPhoto(ctx: MemberContext, photoId: string, crop: Crop | null): Promise<OwnPhotos> {
  const { services, site, viewer } = ctx;
  const { memberId } = viewer;
  const photo = (await findOwnPhotos(services.db, memberId)).find(({ id }) => id === photoId);
  if (!photo) throw fail("photo_not_found");
  if (sameCrop(photo.crop as Crop | null, crop)) return await listOwnPhotos(ctx);

  const of = { siteId: site.id, memberId, id: photoId };
  const folder = photoFolder(of);
  const whole = await services.files.get(fileKey(folder, "full", "", "webp"));
  if (!whole) throw fail("photo_not_found");
  const { files, ...shown } = await cutPhoto(whole, crop).catch((error: unknown) => {
    throw error instanceof PhotoRefused ? fail(error.problem) : error;
  });
  const edition = crop === null ? "" : services.random.uuid().slice(0, 8);
  const made = editionFolder(folder, edition);
  if (edition !== "") await services.jobs.add(services.db, removeUnfinishedPhoto, { ...of, edition });
  try {
    await Promise.all(
      files.map(({ variant, format, bytes }) =>
        services.files.put(fileKey(folder, variant, edition, format), bytes, mediaTypes[format]),
      ),
    );
    await inTransaction(services.db, async (db) => {
      const before = await lockEdition(db, memberId, photoId);
      if (before === undefined) throw fail("photo_not_found");
      await saveCrop(db, photoId, { ...shown, edition, crop: crop && JSON.stringify(crop) });
      if (before !== "") await services.jobs.add(db, removePhotoFiles, { folder: editionFolder(folder, before) });
    });
  } catch (error) {
    if (edition !== "") await services.files.remove(made).catch(() => undefined);
    throw error;
  }
  return await listOwnPhotos(ctx);
}
