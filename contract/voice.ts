import { z } from "zod";
import { defineCall, uploadedFile } from "./call.ts";
import { seenCredits, sendMessage } from "./chat.ts";
import { memberId } from "./profiles.ts";
import { recordingProblems, recordingUpload, waveform } from "./recordings.ts";

/** The most seconds of a voice message. */
export const maxVoiceSeconds = 60;

export const sendVoiceMessage = defineCall({
  method: "POST",
  path: "/api/voice-message.php",
  summary:
    "Send a voice message in a chat in which both have written: a form whose file is a recording of a browser, up to 60 seconds of Opus in WebM or AAC in MP4. Its credits are charged in the same transaction, and it arrives at once (R12.01, D6.1).",
  who: "member",
  rate: "upload",
  replay: "own",
  upload: recordingUpload,
  body: z.object({
    member: memberId,
    waveform,
    /** If the price is higher now, nothing is sent. The form has it as text. */
    credits: z.coerce.number("invalid").pipe(seenCredits).optional(),
    file: uploadedFile,
  }),
  answer: sendMessage.answer,
  errors: [
    // a voice message is never held, and answers no question
    ...sendMessage.errors.filter((code) => code !== "held_limit" && code !== "question_not_found"),
    "voice_needs_answer",
    ...recordingProblems,
  ],
});
