import type { Attachment } from "#contract/attachments.ts";
import type { Language } from "#contract/constants.ts";
import type { NoticeKind } from "#contract/notifications.ts";
import type { TextParams } from "#server/texts.ts";
import type { NoticePerson } from "./mail-kinds.ts";

export type NoticeTexts = {
  language: Language;
  text(key: string, params?: TextParams): string;
  fictional: { icon: string; label: string };
};

/** The texts of a notice that differ if the message carries a gift or a photo. */
const ownWords = ["subject", "text", "button"];

/** The key of a notice's text in `mails.json`; `carries` is the kind of the message's attachment. */
export function noticeKey(kind: NoticeKind, carries: Attachment["kind"] | undefined, key: string): string {
  return carries && ownWords.includes(key) ? `${kind}.${carries}_${key}` : `${kind}.${key}`;
}

/**
 * A name with its labels: the profile is fictional, no member wrote the message, a program replies
 * (D11.1).
 */
export function nameOf(
  { name, fictional, automatic, author }: NoticePerson,
  { text, fictional: { icon, label } }: NoticeTexts,
): string {
  if (fictional) return text(`names.fictional_${author}`, { icon, name, label });
  if (author !== "member") return text(`names.${author}`, { name });
  return automatic ? text("names.by_program", { name }) : name;
}

/** The members that a notice is about, in one phrase: the first names, and the number of the others. */
export function namesOf(people: readonly NoticePerson[], count: number, wording: NoticeTexts): string {
  const list = new Intl.ListFormat(wording.language, { type: count > people.length ? "unit" : "conjunction" });
  const names = list.format(people.map((person) => nameOf(person, wording)));
  const more = count - people.length;
  return more > 0 ? wording.text("names.and_more", { names, count: more }) : names;
}
