import { forEachRow } from "#server/jobs/for-each-row.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { defineUnfinished, removePhotoFiles } from "../photos/remove-photo.ts";
import { deleteRemovable, findRemovableIntroductions } from "./introductions-store.ts";
import { voiceFolder } from "./sound-file.ts";

export const removeUnfinishedIntroduction = defineUnfinished(
  "remove-unfinished-introduction",
  ["voice_introductions", "id"],
  voiceFolder,
);

const atOnce = 100;

/**
 * Removes voice introductions that were deleted or replaced, and rejected ones once their owners can't appeal any
 * more. While a report of the profile that has one is open, staff can hear it.
 */
export const removeIntroductionFiles = defineScheduledJob({
  name: "remove-introduction-files",
  every: { seconds: 60 },
  run: async (services) => {
    const { clock, db, jobs } = services;
    const now = clock.now();
    const failure = {
      failure: "the file of a voice introduction was not removed",
      about: (introduction: string) => ({ introduction }),
    };
    await forEachRow(services, await findRemovableIntroductions(db, now, atOnce), failure, (id, inRow) =>
      inRow(async (trx) => {
        const sound = await deleteRemovable(trx, id, now);
        if (sound) await jobs.add(trx, removePhotoFiles, { folder: voiceFolder(sound) });
      }),
    );
  },
});
