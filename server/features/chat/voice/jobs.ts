import { z } from "zod";
import { defineUnfinished, removePhotoFiles, voiceFolder } from "#server/features/profiles/index.ts";
import { forEachRow } from "#server/jobs/for-each-row.ts";
import { defineJob, defineScheduledJob } from "#server/jobs/jobs.ts";
import { publishAttachment } from "../attachments.ts";
import { findCarrier } from "../messages-store.ts";
import { voiceAttachments } from "./attachment.ts";
import { findRemovableVoices, lockRemovableVoice, takeVoiceFile } from "./store.ts";

export const removeUnfinishedVoice = defineUnfinished("remove-unfinished-voice", ["voice_messages", "id"], voiceFolder);

/** Publishes a rejection to the open pages of both members. An event is a hint, so a second run does no harm. */
export const notifyVoiceRejected = defineJob({
  name: "notify-voice-rejected",
  data: z.object({ voice: z.uuid() }),
  keptSeconds: 3_600,
  run: async ({ db, events }, { voice }) => {
    const carrier = await findCarrier(db, "voice_messages", voice);
    if (carrier) await publishAttachment({ db, events }, voiceAttachments, carrier);
  },
});

const atOnce = 100;

/**
 * Removes the files of voice messages that were rejected, once their authors can't appeal any more, and of those whose
 * chat was deleted. While a report that has one is open, staff can hear it.
 */
export const removeVoiceFiles = defineScheduledJob({
  name: "remove-voice-files",
  every: { seconds: 60 },
  run: async (services) => {
    const { clock, db, jobs } = services;
    const now = clock.now();
    const failure = {
      failure: "the file of a voice message was not removed",
      about: (voice: string) => ({ voice }),
    };
    await forEachRow(services, await findRemovableVoices(db, now, atOnce), failure, (id, inRow) =>
      inRow(async (trx) => {
        const voice = await lockRemovableVoice(trx, id, now);
        if (!voice) return;
        if (voice.has_file) await jobs.add(trx, removePhotoFiles, { folder: voiceFolder(voice) });
        await takeVoiceFile(trx, id);
      }),
    );
  },
});
