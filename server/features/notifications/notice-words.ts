import type { Language } from "#contract/constants.ts";
import type { TextParams } from "#server/texts.ts";
import type { Noticed } from "./mail-kinds.ts";
import type { NoticeKind } from "./notices-store.ts";

export type NoticeTexts = {
  language: Language;
  /** A text of `mails.json`. */
  text(key: string, params?: TextParams): string;
  fictional: { icon: string; label: string };
};

/** A name with its labels: the profile is fictional, no member wrote the message (D11.1). */
function nameOf({ name, fictional, author }: Noticed, { text, fictional: { icon, label } }: NoticeTexts): string {
  if (fictional) return text(`names.fictional_${author}`, { icon, name, label });
  return author === "member" ? name : text(`names.${author}`, { name });
}

/** The members that a notice is about, in one phrase: the first names, and the number of the others. */
export function namesOf(people: readonly Noticed[], count: number, wording: NoticeTexts): string {
  const list = new Intl.ListFormat(wording.language, { type: count > people.length ? "unit" : "conjunction" });
  const names = list.format(people.map((person) => nameOf(person, wording)));
  const more = count - people.length;
  return more > 0 ? wording.text("names.and_more", { names, count: more }) : names;
}

type NoticeTarget = { notice: { kind: NoticeKind; from_id: string }; conversationId: string | null };

/** The page for one notice, or for several of a kind together, without the language's prefix. */
export function pathOf([first, ...others]: readonly NoticeTarget[]): string {
  if (!first) return "/";
  const { kind, from_id: fromId } = first.notice;
  const alone = others.length === 0;
  if (kind === "message") return alone && first.conversationId ? `/chats/${first.conversationId}` : "/chats";
  if (kind === "visitor") return "/visitors";
  if (kind === "like") return alone ? `/members/${fromId}` : "/likes";
  return alone ? `/members/${fromId}/chat` : "/likes/matches";
}
