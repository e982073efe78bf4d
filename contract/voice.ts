import { z } from "zod";
import { defineCall, uploadedFile } from "./call.ts";
import { conversationRef, message, seenCredits, sendMessage } from "./chat.ts";
import { memberId } from "./profiles.ts";

/** The most seconds of a voice message. */
export const maxVoiceSeconds = 60;
/** A minute of what browsers record needs less than 1 MB. */
export const maxRecordingBytes = 2 * 1024 * 1024;
/** How many levels of loudness a voice message has at most, each from 0 to 100. */
export const maxVoiceLevels = 64;

/** The levels as the form has them, such as `[0,80,35]`. */
const waveform = z
  .string("required")
  .max(maxVoiceLevels * 4 + 2, "invalid")
  .regex(/^\[\d{1,3}(?:,\d{1,3})*\]$/, "invalid")
  .transform((text) => text.slice(1, -1).split(",").map(Number))
  .pipe(z.array(z.int().max(100, "too_big")).max(maxVoiceLevels, "invalid"));

/** Why a recording is refused. */
const recordingProblems = ["recording_too_large", "recording_too_long", "recording_unusable"] as const;

export const sendVoiceMessage = defineCall({
  method: "POST",
  path: "/api/voice-message.php",
  summary:
    "Send a voice message in a chat in which both have written: a form whose file is a recording of a browser, up to 60 seconds of Opus in WebM or AAC in MP4. Its credits are charged in the same transaction, and it arrives at once (R12.01, D6.1).",
  who: "member",
  rate: "upload",
  replay: "own",
  upload: {
    form: true,
    mediaTypes: ["multipart/form-data"],
    maxBytes: maxRecordingBytes,
    tooLarge: "recording_too_large",
  },
  body: z.object({
    member: memberId,
    waveform,
    /** If the price is higher now, nothing is sent. The form has it as text. */
    credits: z.coerce.number("invalid").pipe(seenCredits).optional(),
    file: uploadedFile,
  }),
  answer: z.object({ conversation: conversationRef, message, credits: z.int() }),
  errors: [
    // a voice message is never held, and answers no question
    ...sendMessage.errors.filter((code) => code !== "held_limit" && code !== "question_not_found"),
    "voice_needs_answer",
    ...recordingProblems,
  ],
});
