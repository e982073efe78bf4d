import { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import { undecidedDays } from "#contract/verification.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { forEachRow } from "#server/jobs/for-each-row.ts";
import { defineJob, defineScheduledJob } from "#server/jobs/jobs.ts";
import { removePhotoFiles } from "../photos/remove-photo.ts";
import { pictureFolder } from "./rules.ts";
import { deleteUndecided, findUndecided, isPictureKnown } from "./verifications-store.ts";

/**
 * The process was killed in between, or the commit failed. The job is added before the file is written, and runs an
 * hour later, when no process writes it any more.
 */
export const removeUnfinishedPicture = defineJob({
  name: "remove-unfinished-picture",
  data: z.object({ siteId: z.int(), memberId: z.uuid(), id: z.uuid() }),
  waitSeconds: 3_600,
  run: async ({ db, files }, picture) => {
    if (!(await isPictureKnown(db, picture.id))) await files.remove(pictureFolder(picture));
  },
});

/** Erases selfies and documents that no one has decided on within 30 days; their members hear of it. */
export const purgeVerifications = defineScheduledJob({
  name: "purge-verifications",
  every: "37 3 * * *",
  run: async (services) => {
    const { db, clock, jobs } = services;
    const now = clock.now();
    const before = new Date(now.getTime() - undecidedDays * dayMs);
    const failure = {
      failure: "an undecided selfie or document was not erased",
      about: ({ memberId, kind }: { memberId: string; kind: string }) => ({ memberId, kind }),
    };
    await forEachRow(services, await findUndecided(db, before), failure, ({ memberId, siteId, kind }, inRow) =>
      inRow(async (trx) => {
        const deleted = await deleteUndecided(trx, memberId, kind, before);
        if (!deleted?.picture_id) return;
        await jobs.add(trx, removePhotoFiles, { folder: pictureFolder({ siteId, memberId, id: deleted.picture_id }) });
        const path = kind === "document" ? "/profile#age" : "/profile#verification";
        await addUpdate(trx, { memberId, kind: "verification_expired", path, now });
      }),
    );
  },
});
