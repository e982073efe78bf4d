import { z } from "zod";
import type { PhotoSuspicion } from "#contract/photos.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { PictureCheck } from "#server/ports/pictures/port.ts";
import type { Services } from "#server/services.ts";
import { fileKey, photoFolder } from "./rules.ts";
import { findAnyPhoto } from "./store.ts";
import { insertSuspicion } from "./suspicion-store.ts";

/** From this likelihood on, a picture is marked for staff. */
const likelyNude = 0.6;

/** What the service for pictures can find. */
export type PictureFinding = Exclude<PhotoSuspicion, "copy">;

/**
 * What the service for pictures finds in a picture (D8.2), for the staff who look at it. If it does not answer, or not
 * in its form, that is the finding: the upload has long been accepted, and a person looks at the picture in any case.
 */
export async function findingsOf(
  { pictures, log }: Pick<Services, "log"> & { pictures: PictureCheck },
  { id, bytes }: { id: string; bytes: Uint8Array },
): Promise<PictureFinding[]> {
  try {
    const { nudity, known } = await pictures.check(bytes);
    return [...(nudity >= likelyNude ? ["nudity" as const] : []), ...(known ? ["known_picture" as const] : [])];
  } catch (error) {
    log.warn({ err: error, photo: id }, "the picture service gave no answer");
    return ["no_answer"];
  }
}

/** Asks the service for pictures about a photo under inspection, once; what it finds is shown to staff with it. */
export const checkPicture = defineJob({
  name: "check-picture",
  data: z.object({ photo: z.uuid() }),
  run: async ({ db, files, clock, pictures, log }, { photo: photoId }) => {
    if (!pictures) return;
    const photo = await findAnyPhoto(db, photoId);
    if (photo?.status !== "inspection") return;
    const bytes = await files.get(fileKey(photoFolder(photo), "full", "", "jpg"));
    if (!bytes) return;
    for (const kind of await findingsOf({ pictures, log }, { id: photoId, bytes }))
      await insertSuspicion(db, { photoId, kind, now: clock.now() });
  },
});
