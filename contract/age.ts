import { z } from "zod";
import { defineCall, uploadedFile } from "./call.ts";
import { photoUpload, pictureProblems } from "./photos.ts";

export const documentRejections = [
  "not_readable",
  "no_document",
  "other_birth_date",
  "someone_else",
  "underage",
] as const;
export type DocumentRejection = (typeof documentRejections)[number];

/** Where a member stands. `off`: the site does not ask for it; `waiting`: staff look at the document. */
export const ageStates = ["off", "none", "waiting", "assured", "rejected"] as const;

export const ageCheck = z.object({
  state: z.enum(ageStates),
  /** How it is proved: by a photo of a document for staff, or on a page of the provider. */
  way: z.enum(["document", "page"]),
  /** Null unless the state is `rejected`. */
  reason: z.enum(documentRejections).nullable(),
});
export type AgeCheck = z.output<typeof ageCheck>;

const answer = z.object({ age: ageCheck });

export const getAgeCheck = defineCall({
  method: "GET",
  path: "/api/age.php",
  summary: "Whether the caller has proved to be an adult, if the site asks for it (D11.6).",
  who: "member",
  answer,
});

export const beginAgeCheck = defineCall({
  method: "POST",
  path: "/api/age.php",
  summary: "The page of the provider on which the caller proves to be an adult; null: by a document instead.",
  who: "member",
  replay: "none",
  answer: z.object({ url: z.string().nullable() }),
  errors: ["age_check_not_open"],
});

export const sendDocument = defineCall({
  method: "POST",
  path: "/api/age-document.php",
  summary: "Send the photo of a document: the body is the raw file. Only the one of the staff who decides sees it.",
  who: "member",
  rate: "upload",
  replay: "own",
  upload: photoUpload,
  body: uploadedFile,
  answer,
  errors: ["age_check_not_open", "verification_not_open", ...pictureProblems],
});

export const withdrawDocument = defineCall({
  method: "DELETE",
  path: "/api/age.php",
  summary: "Take back a document that waits: it is erased. What was decided stays.",
  who: "member",
  key: "honoured",
  answer,
});
