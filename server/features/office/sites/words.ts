import type { InputOf } from "#contract/call.ts";
import type { getStaffWords, StaffWords } from "#contract/site-words.ts";
import { rawText } from "#locales/read-catalogs.ts";
import { standardWords } from "#server/features/sites/index.ts";
import { failFields } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { builtInCatalogs } from "#server/texts.ts";
import { chooseSite } from "./choose-site.ts";
import { hasPreview } from "./serve-preview.ts";

/** `home`, `landings`, or a lander or mail: `landers.video`. */
const groupOf = (key: string) => /^(?:(?:landers|mails)\.)?\w+/.exec(key)?.[0] ?? key;

/** What a visitor or member reads first of a group: the first of these that it has. */
const titles = ["title", "subject", "subject_one"];

/** The texts of a group that a site may word itself, in one of its languages. */
export async function showWords(
  ctx: StaffContext,
  { site: key, language: chosenLanguage, group = "home" }: InputOf<typeof getStaffWords>["query"],
): Promise<StaffWords> {
  const { chosen, shown: sites } = await chooseSite(ctx, key);
  const { languages, name: siteName } = chosen.settings;
  const own = languages.includes(ctx.language) ? ctx.language : (languages[0] ?? ctx.language);
  const language = chosenLanguage ?? own;
  const words = [...standardWords(language)];
  const groups = Map.groupBy(words, ([text]) => groupOf(text));
  const texts = groups.get(group);
  if (!texts) throw failFields({ group: "unknown_option" });
  const builtIn = builtInCatalogs(language);
  const titleOf = (of: string) =>
    titles.flatMap((title) => rawText(builtIn, `${of}.${title}`.replace(".", ":")) ?? [])[0] ?? of;
  return {
    ...sites,
    language,
    languages,
    site_name: siteName,
    groups: [...groups.keys()].map((of) => ({ name: of, title: titleOf(of) })),
    group,
    preview: hasPreview(group),
    texts: texts.map(([text, standard]) => ({ key: text.replace(".", `.${language}.`), standard })),
  };
}
