import { z } from "zod";
import { defineCall, uploadedFile } from "./call.ts";
import { messageLengthCeiling, seenCredits, sendMessage } from "./chat.ts";
import { photoFormUpload, photoProblems } from "./photos.ts";
import { memberId } from "./profiles.ts";
import { optionalText } from "./text.ts";

export const sendChatPhoto = defineCall({
  method: "POST",
  path: "/api/photo-message.php",
  summary:
    "Send a photo in a chat, with an optional text: a form whose file is the photo. Its credits are charged in the same transaction (R1.06, D6.1). The recipient sees it once it has passed the inspection (D8.2).",
  who: "member",
  rate: "upload",
  replay: "own",
  upload: photoFormUpload,
  body: z.object({
    member: memberId,
    text: optionalText(messageLengthCeiling, "message_too_long").default(""),
    /** If the price is higher now, nothing is sent. The form has it as text. */
    credits: z.coerce.number("invalid").pipe(seenCredits).optional(),
    /** As `without_promise` of a text; the form has it as text. */
    without_promise: z.union([z.boolean(), z.literal("true")], "invalid").optional(),
    file: uploadedFile,
  }),
  answer: sendMessage.answer,
  errors: [
    // a photo is never held, and answers no question
    ...sendMessage.errors.filter((code) => code !== "held_limit" && code !== "question_not_found"),
    ...photoProblems,
  ],
});
