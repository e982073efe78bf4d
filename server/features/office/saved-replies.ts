import type { SavedReply } from "#contract/complaints.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { languageOf } from "#server/http/language.ts";

/** The texts that staff send often, by what they answer; `locales/<lang>/replies.json` has them. */
const replies = {
  complaints: ["more_info", "payment", "technical", "privacy", "safety"],
  statements: ["polite", "money", "photos"],
} as const;

/** These texts in the language of who will read them, each with its title in that of the caller. */
export function savedReplies(
  { services: { texts }, language }: StaffContext,
  about: keyof typeof replies,
  readersLanguage: string | null,
): SavedReply[] {
  const reader = readersLanguage === null ? language : languageOf(readersLanguage);
  return replies[about].map((name) => ({
    title: texts.t(language, `replies:${about}.${name}.title`),
    text: texts.t(reader, `replies:${about}.${name}.text`),
    id: null,
  }));
}
