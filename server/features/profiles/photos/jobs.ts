import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";
import { editionFolder, mediaTypes, photoFolder } from "./rules.ts";
import { findEdition } from "./store.ts";

/** Removes the files of a deleted photo. If `keep` is set, first copies that file for staff. */
export const removePhotoFiles = defineJob({
  name: "remove-photo-files",
  data: z.object({ folder: z.string(), keep: z.object({ from: z.string(), to: z.string() }).optional() }),
  run: async ({ files }, { folder, keep }) => {
    const bytes = keep && (await files.get(keep.from));
    if (keep && bytes) await files.put(keep.to, bytes, mediaTypes.webp);
    await files.remove(folder);
  },
});

/**
 * Removes the files of a photo or a crop whose row was never written: the process was killed in between, or the commit
 * failed. The job is added before the first file is written, and runs an hour later, when no process writes those files
 * any more.
 */
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
