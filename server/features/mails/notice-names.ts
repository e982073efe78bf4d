import type { Language } from "#contract/constants.ts";
import type { TextParams } from "#server/texts.ts";
import type { Noticed } from "./mail-kinds.ts";

export type NoticeTexts = {
  language: Language;
  /** A text of `mails.json`. */
  text(key: string, params?: TextParams): string;
  fictional: { icon: string; label: string };
};
/** A name with all that has to stand beside it: that the profile is fictional, that no member wrote (D11.1). */
function nameOf({ name, fictional, author }: Noticed, { text, fictional: { icon, label } }: NoticeTexts): string {
  if (fictional) return text(`names.fictional_${author}`, { icon, name, label });
  return author === "member" ? name : text(`names.${author}`, { name });
}
/** Whom a notice is about in one phrase: the first names, and how many more there are. */
export function namesOf(people: readonly Noticed[], count: number, wording: NoticeTexts): string {
  const list = new Intl.ListFormat(wording.language, { type: count > people.length ? "unit" : "conjunction" });
  const names = list.format(people.map((person) => nameOf(person, wording)));
  const more = count - people.length;
  return more > 0 ? wording.text("names.and_more", { names, count: more }) : names;
}
