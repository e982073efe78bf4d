import type { Db } from "#server/db/pool.ts";
import type { Services } from "#server/services.ts";
import { removePhotoFiles } from "./jobs.ts";
import { fileKey, type PhotoOf, photoFolder } from "./rules.ts";
import { deleteRow, findOwnPhotos, lockAndCount, setMain } from "./store.ts";

type RemoveContext = { db: Db; services: Pick<Services, "hooks" | "jobs">; now: Date };

/**
 * Deletes a photo; a job removes its files. If it was the main photo, the oldest active one becomes main, else the
 * oldest (D8.3). A copy of a reported photo stays for staff (D11.2). False if the member has no such photo.
 */
export async function removePhoto({ db, services, now }: RemoveContext, photo: PhotoOf): Promise<boolean> {
  const { memberId, id } = photo;
  await lockAndCount(db, memberId);
  const remaining = (await findOwnPhotos(db, memberId)).filter((photoLeft) => photoLeft.id !== id);
  if (!(await deleteRow(db, memberId, id))) return false;
  if (!remaining.some(({ main }) => main)) {
    const newMain = remaining.find(({ status }) => status === "active") ?? remaining[0];
    await setMain(db, memberId, newMain?.id ?? null);
  }
  const folder = photoFolder(photo);
  const copyKey = await services.hooks.photoDeleted(db, photo, now);
  const keep = copyKey && { from: fileKey(folder, "full", "", "webp"), to: copyKey };
  await services.jobs.add(db, removePhotoFiles, { folder, ...(keep && { keep }) });
  return true;
}
