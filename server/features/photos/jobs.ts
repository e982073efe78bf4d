import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";
import { mediaTypes } from "./rules.ts";

/** Removes the files of a photo that is no more; `keep` is copied before, for staff. */
export const removePhotoFiles = defineJob({
  name: "remove-photo-files",
  data: z.object({ folder: z.string(), keep: z.object({ from: z.string(), to: z.string() }).optional() }),
  run: async ({ files }, { folder, keep }) => {
    const bytes = keep && (await files.get(keep.from));
    if (keep && bytes) await files.put(keep.to, bytes, mediaTypes.webp);
    await files.remove(folder);
  },
});
