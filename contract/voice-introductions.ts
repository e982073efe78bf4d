import { z } from "zod";
import { photoRejections } from "./attachments.ts";
import { defineCall, uploadedFile } from "./call.ts";
import { sound } from "./profiles.ts";
import { recordingProblems, recordingUpload, waveform } from "./recordings.ts";

/** The most seconds of the voice introduction on a profile. */
export const maxIntroductionSeconds = 30;

const ownSound = sound.extend({ id: z.uuid() });
export type OwnSound = z.output<typeof ownSound>;

/** The caller's own voice introduction, by what became of it. */
export const ownIntroduction = z.object({
  /** Others hear this one; null: none. */
  active: ownSound.nullable(),
  /** It waits for inspection, and replaces the active one then. */
  waiting: ownSound.nullable(),
  /** Why the team rejected the latest one; null: it did not, or the caller has recorded another one since. */
  rejected: z
    .object({
      reason: z.enum(photoRejections),
      /** The statement of reasons, with the appeal; null: it is deleted. */
      decision: z.uuid().nullable(),
    })
    .nullable(),
});
export type OwnIntroduction = z.output<typeof ownIntroduction>;

export const getVoiceIntroduction = defineCall({
  method: "GET",
  path: "/api/voice-introduction.php",
  summary: "The caller's own voice introduction: what others hear, what waits for inspection, or why it was rejected.",
  who: "member",
  answer: ownIntroduction,
});

export const uploadVoiceIntroduction = defineCall({
  method: "POST",
  path: "/api/voice-introduction.php",
  summary:
    "Record a voice introduction for the caller's profile: a form whose file is a recording of a browser, up to 30 seconds of Opus in WebM or AAC in MP4. Only the caller hears it until it has passed the inspection; one that waits is replaced (R12.01, D8.2).",
  who: "member",
  rate: "upload",
  replay: "own",
  upload: recordingUpload,
  body: z.object({ waveform, file: uploadedFile }),
  answer: ownIntroduction,
  errors: ["age_check_required", ...recordingProblems],
});

export const deleteVoiceIntroduction = defineCall({
  method: "DELETE",
  path: "/api/voice-introduction.php",
  summary: "Delete the caller's voice introduction, heard by others or not. One that is deleted already is no error.",
  who: "member",
  key: "honoured",
  body: z.object({ id: z.uuid("invalid") }),
  answer: ownIntroduction,
});
