import { z } from "zod";
import { defineCall } from "./call.ts";
import { sectionText } from "./page-sections.ts";
import { ownSection } from "./sites.ts";
import { user } from "./user.ts";

/** Members hear of changed terms at least this many days before they apply; the terms promise it. */
export const termsNoticeDays = 30;

/** The value of a setting that the terms name: a number, or the factors of gifts. */
const promisedValue = z.union([z.number(), z.record(z.string(), z.number())]);

export const nextTerms = z.object({
  id: z.uuid(),
  /** What differs from the terms in force, by keys such as `en.s3`; null: the built-in text. */
  texts: z.record(z.string(), sectionText.nullable()),
  /** Settings that change with them, with a label in the caller's language; null: the default. */
  settings: z.array(z.object({ name: z.string(), label: z.string(), value: promisedValue.nullable() })),
  /** Null: a draft, of which no member knows. */
  applies_on: z.iso.date().nullable(),
  /** How many members were mailed, and how many are to be. */
  mailed: z.int(),
  members: z.int(),
});

export const getComingTerms = defineCall({
  method: "GET",
  path: "/api/coming-terms.php",
  summary:
    "The announced terms: from when they apply, what the site words itself then in the caller's language, and the settings that change.",
  who: "anyone",
  whileClosed: true,
  answer: z.object({
    coming: z
      .object({
        applies_on: z.iso.date(),
        sections: z.array(ownSection),
        /** The settings that change then, by key. */
        settings: z.record(z.string(), promisedValue),
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
  whileClosed: true,
  key: "honoured",
  body: z.object({ to: z.enum(["consent", "terms", "terms_later"], "unknown_option") }),
  answer: z.object({ user }),
});
