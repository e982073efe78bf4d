import { z } from "zod";
import { defineCall } from "./call.ts";
import { sectionText } from "./page-sections.ts";
import { ownSection } from "./sites.ts";
import { user } from "./user.ts";

/** Members hear of changed terms at least this many days before they apply; the terms promise it. */
export const termsNoticeDays = 30;

export const nextTerms = z.object({
  id: z.uuid(),
  /** What differs from the terms in force, by keys such as `en.s3`; null: the built-in text. */
  texts: z.record(z.string(), sectionText.nullable()),
  /** Null: a draft, of which no member knows. */
  applies_on: z.iso.date().nullable(),
  /** How many members were mailed, and how many are to be. */
  mailed: z.int(),
  members: z.int(),
});

export const getComingTerms = defineCall({
  method: "GET",
  path: "/api/coming-terms.php",
  summary: "The announced terms: from when they apply, and what the site words itself then in the caller's language.",
  who: "anyone",
  answer: z.object({
    coming: z
      .object({
        applies_on: z.iso.date(),
        sections: z.array(ownSection),
        changed: z.array(z.string()),
      })
      .nullable(),
  }),
});

/** "Not now" hides the question about changed terms for so long, until they apply. */
export const termsLaterDays = 7;

export const agree = defineCall({
  method: "PUT",
  path: "/api/agreement.php",
  summary:
    "Agree to the present words of the consent, or to announced terms that take something away; or be asked about these later.",
  who: "member",
  key: "honoured",
  body: z.object({ to: z.enum(["consent", "terms", "terms_later"], "unknown_option") }),
  answer: z.object({ user }),
});
