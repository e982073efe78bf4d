import { z } from "zod";
import { forEachRow } from "#server/jobs/for-each-row.ts";
import { defineJob, defineScheduledJob } from "#server/jobs/jobs.ts";
import { removePhotoFiles } from "../photos/remove-photo.ts";
import { deleteRemovable, findRemovableIntroductions, hasIntroductionRow } from "./introductions-store.ts";
import { voiceFolder } from "./sound-file.ts";

/**
 * Removes the file of a voice introduction whose row was never written: the process was killed in between, or the
 * commit failed. The job is added before the file is written, and runs an hour later, when no process writes it.
 */
export const removeUnfinishedIntroduction = defineJob({
  name: "remove-unfinished-introduction",
  data: z.object({ siteId: z.int(), memberId: z.uuid(), id: z.uuid() }),
  waitSeconds: 3_600,
  run: async ({ db, files }, sound) => {
    if (!(await hasIntroductionRow(db, sound.id))) await files.remove(voiceFolder(sound));
  },
});

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
