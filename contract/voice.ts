import { z } from "zod";
import { defineCall, uploadedFile } from "./call.ts";
import { conversationRef, message, seenCredits, sendMessage } from "./chat.ts";
import { maxPhotoBytes, photoProblems } from "./photos.ts";
import { memberId } from "./profiles.ts";

export const sendVoiceMessage = defineCall({
  method: "POST",
  path: "/api/voice-message.php",
  summary:
    "Send a photo in a chat, with an optional text: a form whose file is the photo. Its credits are charged in the same transaction (R1.06, D6.1). The recipient sees it once it has passed the inspection (D8.2).",
  who: "member",
  rate: "upload",
  replay: "own",
  upload: { form: true, mediaTypes: ["multipart/form-data"], maxBytes: maxPhotoBytes, tooLarge: "photo_too_large" },
  body: z.object({
    member: memberId,
    waveform: z.string(),
    /** If the price is higher now, nothing is sent. The form has it as text. */
    credits: z.coerce.number("invalid").pipe(seenCredits).optional(),
    /** As `without_promise` of a text; the form has it as text. */
    without_promise: z.union([z.boolean(), z.literal("true")], "invalid").optional(),
    file: uploadedFile,
  }),
  answer: z.object({ conversation: conversationRef, message, credits: z.int() }),
  errors: [
    // a photo is never held, and answers no question
    ...sendMessage.errors.filter((code) => code !== "held_limit" && code !== "question_not_found"),
    ...photoProblems,
  ],
});
