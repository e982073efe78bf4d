import { reportedFolder } from "#server/features/profiles/index.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { evidenceKeptFrom } from "./rules.ts";
import { eraseCopies, findDuePhotos, markPhotosDeleted } from "./store.ts";

/**
 * Deletes the copies of deleted chats and photos in reports after 30 days (D6.6). A photo's copy is deleted earlier if
 * its reports are closed, a message's copy 30 days after its report was closed.
 */
export const purgeReports = defineScheduledJob({
  name: "purge-reports",
  every: "57 4 * * *",
  run: async ({ db, clock, files }) => {
    const now = clock.now();
    for (const photo of await findDuePhotos(db, now)) await files.remove(reportedFolder(photo));
    await markPhotosDeleted(db, now);
    await eraseCopies(db, evidenceKeptFrom(now), now);
  },
});
