import { z } from "zod";
import type { PhotoSuspicion } from "#contract/photos.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { PictureCheck } from "#server/ports/pictures/port.ts";
import type { Services } from "#server/services.ts";
import { findAnyPhoto, insertSuspicion } from "./photos-store.ts";
import { fileKey, photoFolder } from "./rules.ts";

/** Pictures with at least this likelihood of nudity are marked for staff. */
const likelyNude = 0.6;

export type PictureFinding = Exclude<PhotoSuspicion, "copy">;

/** A missing or malformed answer is a finding, no error: a person looks at each picture anyway. */
export async function findingsOf(
  { pictures, log }: Pick<Services, "log"> & { pictures: PictureCheck },
  { id, bytes }: { id: string; bytes: Uint8Array },
): Promise<PictureFinding[]> {
  try {
    const { nudity, known: isKnown } = await pictures.check(bytes);
    const findings: PictureFinding[] = [];
    if (nudity >= likelyNude) findings.push("nudity");
    if (isKnown) findings.push("known_picture");
    return findings;
  } catch (error) {
    log.warn({ err: error, photo: id }, "the picture service gave no answer");
    return ["no_answer"];
  }
}

/** Sends a photo under inspection to the picture-check service, once, and stores its findings for staff. */
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
