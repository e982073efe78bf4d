import type { SavedReply } from "#contract/complaints.ts";
import type { Language } from "#contract/constants.ts";
import { helplineOf, allHelplinesUrl as url } from "#contract/helplines.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { languageOf } from "#server/http/language.ts";

/**
 * The texts that staff send often, by what they answer; `locales/<lang>/replies.json` has them. `unproven`: to someone
 * who wrote without a login.
 */
const replies = {
  complaints: ["more_info", "payment", "technical", "privacy", "safety"],
  unproven: ["prove_identity"],
  statements: ["polite", "money", "photos"],
} as const;

const languageOfReader = (callers: Language, readers: string | null) =>
  readers === null ? callers : languageOf(readers);

/** These texts in the language of who will read them, each with its title in that of the caller. */
export function savedReplies(
  { services: { texts }, language }: StaffContext,
  about: keyof typeof replies,
  readersLanguage: string | null,
): SavedReply[] {
  const reader = languageOfReader(language, readersLanguage);
  return replies[about].map((name) => ({
    title: texts.t(language, `replies:${about}.${name}.title`),
    text: texts.t(reader, `replies:${about}.${name}.text`),
    id: null,
  }));
}

/**
 * What staff write to a member who may harm themselves, and to one who is threatened, with the numbers of the country.
 */
export function dangerReplies(
  { services: { texts }, language }: StaffContext,
  { language: readersLanguage, country }: { language: string | null; country: string },
): [selfHarm: SavedReply, threatened: SavedReply] {
  const { emergency, lines } = helplineOf(country) ?? {};
  const reader = languageOfReader(language, readersLanguage);
  const selfHarm = {
    title: texts.t(language, "replies:danger.self_harm.title"),
    text:
      emergency === undefined || lines === undefined
        ? texts.t(reader, "replies:danger.self_harm.text_all", { url })
        : texts.t(reader, "replies:danger.self_harm.text", { emergency, lines, url }),
    id: null,
  };
  const threatened = {
    title: texts.t(language, "replies:danger.threatened.title"),
    text:
      emergency === undefined
        ? texts.t(reader, "replies:danger.threatened.text_all")
        : texts.t(reader, "replies:danger.threatened.text", { emergency }),
    id: null,
  };
  return [selfHarm, threatened];
}
