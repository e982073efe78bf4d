import { z } from "zod";
import { photoPath } from "#contract/update-photos.ts";
import { type Lockable, lockProfile } from "#server/db/locks.ts";
import { deleteUpdatesTo } from "#server/features/updates/index.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { soundTypeOf } from "../voice/sound-file.ts";
import { deleteRow, findEdition, findOwnPhotos, hasRow, type RowOfFiles, setMain } from "./photos-store.ts";
import { editionFolder, fileKey, mediaTypes, type PhotoOf, photoFolder } from "./rules.ts";

/** Removes the files of a deleted photo or recording. If `keep` is set, first copies that file for staff. */
export const removePhotoFiles = defineJob({
  name: "remove-photo-files",
  data: z.object({ folder: z.string(), keep: z.object({ from: z.string(), to: z.string() }).optional() }),
  run: async ({ files }, { folder, keep }) => {
    const bytes = keep && (await files.get(keep.from));
    const type = keep?.to.endsWith(".webp") ? mediaTypes.webp : soundTypeOf(keep?.to ?? "");
    if (keep && bytes) await files.put(keep.to, bytes, type);
    await files.remove(folder);
  },
});

/**
 * Defines a job that removes the files of what never got its row: the process was killed in between, or the commit
 * failed. It is added before the first file is written, and runs an hour later, when no process writes those files any
 * more.
 */
export const defineUnfinished = (name: string, row: RowOfFiles, folderOf: (of: PhotoOf) => string) =>
  defineJob({
    name,
    data: z.object({ siteId: z.int(), memberId: z.uuid(), id: z.uuid() }),
    waitSeconds: 3_600,
    run: async ({ db, files }, of) => {
      if (!(await hasRow(db, row, of.id))) await files.remove(folderOf(of));
    },
  });

/** The same for a photo or, with an `edition`, for a crop of it. */
export const removeUnfinishedPhoto = defineJob({
  name: "remove-unfinished-photo",
  data: z.object({ siteId: z.int(), memberId: z.uuid(), id: z.uuid(), edition: z.string() }),
  waitSeconds: 3_600,
  run: async ({ db, files }, { edition, ...photo }) => {
    const current = await findEdition(db, photo.id);
    const folder = photoFolder(photo);
    if (current === undefined) await files.remove(folder);
    else if (edition !== "" && current !== edition) await files.remove(editionFolder(folder, edition));
  },
});

type RemoveContext = { db: Lockable<"profiles">; services: Pick<Services, "hooks" | "jobs">; now: Date };

/** A job removes its files; `kept` gets one. The oldest active, else the oldest, becomes main. Staff keep copies. */
export async function removePhoto(
  { db, services, now }: RemoveContext,
  photo: PhotoOf,
  kept?: string,
): Promise<boolean> {
  const { memberId, id } = photo;
  await lockProfile(db, memberId);
  const remaining = (await findOwnPhotos(db, memberId)).filter((photoLeft) => photoLeft.id !== id);
  if (!(await deleteRow(db, memberId, id))) return false;
  if (!remaining.some(({ main }) => main)) {
    const newMain = remaining.find(({ status }) => status === "active") ?? remaining[0];
    await setMain(db, memberId, newMain?.id ?? null);
  }
  await deleteUpdatesTo(db, memberId, photoPath(id));
  const folder = photoFolder(photo);
  const copyKey = kept ?? (await services.hooks.photoDeleted(db, photo, now));
  const keep = copyKey && { from: fileKey(folder, "full", "", "webp"), to: copyKey };
  await services.jobs.add(db, removePhotoFiles, { folder, ...(keep && { keep }) });
  return true;
}
