import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";
import { fileKey, photoFolder } from "./rules.ts";
import { findAnyPhoto } from "./store.ts";
import { insertSuspicion } from "./suspicion-store.ts";

/** From this likelihood on, a picture is marked for staff. */
const likelyNude = 0.6;

/**
 * Asks the service for pictures about a photo under inspection, once (D8.2). What it finds is shown to staff with the
 * photo. If it does not answer, or not in its form, that is shown instead: the upload has long been accepted, and a
 * person looks at the photo in any case.
 */
export const checkPicture = defineJob({
  name: "check-picture",
  data: z.object({ photo: z.uuid() }),
  run: async ({ db, files, clock, pictures, log }, { photo: photoId }) => {
    if (!pictures) return;
    const photo = await findAnyPhoto(db, photoId);
    if (photo?.status !== "inspection") return;
    const bytes = await files.get(fileKey(photoFolder(photo), "full", "", "jpg"));
    if (!bytes) return;
    const note = (kind: "nudity" | "known_picture" | "no_answer") =>
      insertSuspicion(db, { photoId, kind, now: clock.now() });
    try {
      const { nudity, known } = await pictures.check(bytes);
      if (nudity >= likelyNude) await note("nudity");
      if (known) await note("known_picture");
    } catch (error) {
      log.warn({ err: error, photo: photoId }, "the picture service gave no answer");
      await note("no_answer");
    }
  },
});
