import { pathIn } from "#contract/languages.ts";
import type { NoticeKind, WeeklyKind } from "#contract/notifications.ts";
import type { Carried } from "#server/notice.ts";
import { formatPercent } from "./formats.ts";
import type { MailParams, NoticePerson } from "./mail-kinds.ts";
import { basicsOf, linkAddress, type MailContent, type MailContext } from "./mail-parts.ts";

type NoticeTexts = Pick<MailContext, "language" | "text" | "fictional">;

const ownWords = ["subject", "text", "button"];

/** The key of a notice's text in `mails.json`; `carries` is what the message carries. */
export function noticeKey(kind: NoticeKind, carries: Carried | undefined, key: string): string {
  return carries && ownWords.includes(key) ? `${kind}.${carries}_${key}` : `${kind}.${key}`;
}

/** A name with its labels: a fictional profile, an author who is no member, a program that replies. */
function nameOf(
  { name, fictional, automatic, author }: NoticePerson,
  { text, fictional: { icon, label } }: NoticeTexts,
): string {
  if (fictional) return text(`names.fictional_${author}`, { icon, name, label });
  if (author !== "member") return text(`names.${author}`, { name });
  return automatic ? text("names.by_program", { name }) : name;
}

export function namesOf(people: readonly NoticePerson[], count: number, wording: NoticeTexts): string {
  const list = new Intl.ListFormat(wording.language, { type: count > people.length ? "unit" : "conjunction" });
  const names = list.format(people.map((person) => nameOf(person, wording)));
  const more = count - people.length;
  return more > 0 ? wording.text("names.and_more", { names, count: more }) : names;
}

/** The link at the end of a mail that switches off its kind. */
export function unsubscribeLink(label: string, token: string, { origin, language }: MailContext) {
  return { label, href: linkAddress(origin, pathIn(language, `/unsubscribe/${token}`)) };
}

function weeklyMail(kind: WeeklyKind, params: MailParams[WeeklyKind], count: number, setting: MailContext) {
  const say = (key: string) => setting.text(`${kind}.${key}`, { name: params.name, count });
  return {
    ...basicsOf(say, setting.text("hello", { name: params.name })),
    button: { label: say("button"), href: linkAddress(setting.origin, params.link) },
    unsubscribe: unsubscribeLink(say("unsubscribe"), params.token, setting),
  };
}

export function suggestions(params: MailParams["suggestions"], setting: MailContext): MailContent {
  const { language, text } = setting;
  const rows = params.people.map((person): [string, string] => {
    const { age, city, percentage } = person;
    const match =
      percentage === null ? "" : text("suggestions.match", { percent: formatPercent(language, percentage) });
    return [nameOf(person, setting), [String(age), city, match].filter((part) => part !== "").join(" · ")];
  });
  return { ...weeklyMail("suggestions", params, rows.length, setting), rows };
}

/** What the receiver has not seen yet, by kind: the names of the members, or their number. */
export function digest(params: MailParams["digest"], setting: MailContext): MailContent {
  const rows = params.lines.map(({ kind, people, count }): [string, string] => [
    setting.text(`digest.${kind}`),
    people ? namesOf(people, count, setting) : String(count),
  ]);
  return { ...weeklyMail("digest", params, rows.length, setting), rows };
}
