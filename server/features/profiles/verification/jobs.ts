import { dayMs } from "#contract/durations.ts";
import { undecidedDays } from "#contract/verification.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { forEachRow } from "#server/jobs/for-each-row.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { defineUnfinished, removePhotoFiles } from "../photos/remove-photo.ts";
import { pictureFolder } from "./rules.ts";
import { deleteUndecided, findUndecided } from "./verifications-store.ts";

export const removeUnfinishedPicture = defineUnfinished(
  "remove-unfinished-picture",
  ["verifications", "picture_id"],
  pictureFolder,
);

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
