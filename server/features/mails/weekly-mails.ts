import { pathIn } from "#contract/languages.ts";
import { formatPercent } from "./formats.ts";
import type { MailParams } from "./mail-kinds.ts";
import { addressOf, basicsOf, type MailContent, type MailContext } from "./mail-parts.ts";
import { nameOf, namesOf } from "./notice-names.ts";

/** The link at the end of a mail that switches off its kind. */
export function unsubscribeLink(label: string, token: string, { origin, language }: MailContext) {
  return { label, href: addressOf(origin, pathIn(language, `/unsubscribe/${token}`)) };
}

type Switched = { name: string; link: string; token: string };

function weeklyMail(kind: "suggestions" | "digest", params: Switched, count: number, setting: MailContext) {
  const say = (key: string) => setting.text(`${kind}.${key}`, { name: params.name, count });
  return {
    ...basicsOf(say),
    button: { label: say("button"), href: addressOf(setting.origin, params.link) },
    unsubscribe: unsubscribeLink(say("unsubscribe"), params.token, setting),
  };
}

/** The mail with new members who suit the receiver: name, age, town and percentage of each. */
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
