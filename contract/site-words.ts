import { z } from "zod";
import { defineCall } from "./call.ts";
import { adminRoles, languages } from "./constants.ts";
import { siteKey } from "./site-key.ts";
import { chosenSite } from "./staff-sites.ts";

export const getOwnWords = defineCall({
  method: "GET",
  path: "/api/own-words.php",
  summary: "The texts of the home page and the landers that the site words itself, in the caller's language.",
  who: "anyone",
  whileClosed: true,
  /** By keys such as `landers.video.heading`. */
  answer: z.object({ words: z.record(z.string(), z.string()) }),
});

/** Where staff's form is posted to see its words on their page, or in their mail, before they are saved. */
export const wordsPreviewPath = "/staff-preview";

const language = z.enum(languages, "unknown_option");
const group = z.string().max(60, "unknown_option");

const wordList = chosenSite.extend({
  language,
  languages: z.array(language),
  /** What fills `{site}`. */
  site_name: z.string(),
  /** `home`, `landings` (of members), `landers.<lander>` and `mails.<kind>`, each with its built-in title. */
  groups: z.array(z.object({ name: group, title: z.string() })),
  group,
  /** Whether the texts of the group can be seen where they belong (`wordsPreviewPath`). */
  preview: z.boolean(),
  /** The texts of the group that a site may word, with the built-in ones. */
  texts: z.array(z.object({ key: z.string(), standard: z.string() })),
});
export type StaffWords = z.output<typeof wordList>;

export const getStaffWords = defineCall({
  method: "GET",
  path: "/api/staff-words.php",
  summary:
    "The built-in texts of the home page, a lander or a mail that a site may word itself. `changeStaffSite` changes them, by names such as `words.mails.en.activation.subject`.",
  who: "staff",
  sites: "own",
  roles: adminRoles,
  query: z.object({ site: siteKey.optional(), language: language.optional(), group: group.optional() }),
  answer: wordList,
});
