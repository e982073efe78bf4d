import { z } from "zod";
import {
  defineUnfinished,
  fileKey,
  findingsOf,
  isSealed,
  removePhotoFiles,
  sealedKey,
} from "#server/features/profiles/index.ts";
import { forEachRow } from "#server/jobs/for-each-row.ts";
import { defineJob, defineScheduledJob } from "#server/jobs/jobs.ts";
import { publishAttachment } from "../attachments.ts";
import { findCarrier } from "../messages-store.ts";
import { photoAttachments } from "./attachment.ts";
import { chatPhotoFolder } from "./rules.ts";
import { findInspected, findRemovable, lockRemovable, markRemoved, setFindings } from "./store.ts";

export const removeUnfinishedChatPhoto = defineUnfinished(
  "remove-unfinished-chat-photo",
  ["chat_photos", "id"],
  chatPhotoFolder,
);

/**
 * Publishes the outcome of an inspection to the open pages of both members. It is a job, because staff commands
 * run in another process. An event is a hint, so a second run does no harm.
 */
export const notifyPhotoInspected = defineJob({
  name: "notify-photo-inspected",
  data: z.object({ photo: z.uuid() }),
  keptSeconds: 3_600,
  run: async ({ db, events }, { photo }) => {
    const carrier = await findCarrier(db, "chat_photos", photo);
    if (carrier) await publishAttachment({ db, events }, photoAttachments, carrier);
  },
});

/** Asks the service for pictures about a photo under inspection, once; staff see what it finds. */
export const checkChatPicture = defineJob({
  name: "check-chat-picture",
  data: z.object({ photo: z.uuid() }),
  run: async ({ db, files, pictures, log }, { photo: id }) => {
    if (!pictures) return;
    const photo = await findInspected(db, id);
    const bytes = photo && (await files.get(fileKey(chatPhotoFolder(photo), "full", "", "jpg")));
    if (!bytes) return;
    const findings = await findingsOf({ pictures, log }, { id, bytes });
    if (findings.length > 0) await setFindings(db, id, findings);
  },
});

const atOnce = 100;

/**
 * Removes the files of photos that were rejected, or whose chat was deleted: by a block, or because a member was
 * erased. If a photo was reported, a copy stays for staff; of child abuse one is sealed.
 */
export const removeChatPhotoFiles = defineScheduledJob({
  name: "remove-chat-photo-files",
  every: { seconds: 60 },
  run: async (services) => {
    const { clock, hooks, jobs } = services;
    const failure = { failure: "the files of a chat photo were not removed", about: (photo: string) => ({ photo }) };
    await forEachRow(services, await findRemovable(services.db, atOnce), failure, (id, inRow) =>
      inRow(async (trx) => {
        const row = await lockRemovable(trx, id);
        if (!row) return;
        if (row.has_files) {
          const photo = { siteId: row.site_id, memberId: row.author_id, id };
          const folder = chatPhotoFolder(photo);
          const to = (await isSealed(trx, id))
            ? sealedKey(id, null)
            : await hooks.photoDeleted(trx, photo, clock.now());
          const keep = to && { from: fileKey(folder, "full", "", "webp"), to };
          await jobs.add(trx, removePhotoFiles, { folder, ...(keep && { keep }) });
        }
        await markRemoved(trx, id);
      }),
    );
  },
});
