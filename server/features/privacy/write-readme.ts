import type { Language } from "#contract/constants.ts";
import { formatTime } from "#server/features/mails/index.ts";
import type { Texts } from "#server/texts.ts";

type About = { site: string; email: string; name: string; made: Date };

/** The archive's README: explains each part, in the member's language (D3.9). */
export function writeReadme(texts: Texts, language: Language, about: About, parts: readonly string[]): string {
  const { site, email, name } = about;
  const say = (key: string) =>
    texts.t(language, `archive:${key}`, { site, email, name, made: formatTime(language, about.made) });
  const explained = parts.map((part) => `  ${part}\n    ${say(`parts.${part}`)}`);
  return [
    say("title"),
    say("intro"),
    say("files"),
    say("data"),
    ...explained,
    say("withheld"),
    say("others"),
    say("questions"),
    "",
  ].join("\n\n");
}
