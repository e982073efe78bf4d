import type { Language } from "#contract/constants.ts";
import { isLanguage } from "#contract/languages.ts";
import type { Catalog } from "#locales/read-catalogs.ts";
import { builtInCatalogs } from "#server/texts.ts";
import type { Problem } from "./site-file.ts";

/** Every text that a site may word itself stands in one of these. */
const catalogs = ["home", "landings", "landers", "mails"] as const;

/**
 * The texts that a site may word itself. What is not named stays: prices, rights, numbers of members, labels, what is
 * visible to others, and of each mail why it comes and how it ends. Of a mail about money, the law or the account's
 * safety only the heading is open.
 */
const openTexts = [
  /^home\.(?:title|description|heading|intro|look_around|picture|how\.\w+|here\.(?:heading|interests))$/,
  /^home\.(?:promises\.heading|ready)$/,
  /^landings\.(?:title|write|join|message|about|how|question|question_join|nobody|nobody_text|nobody_look)$/,
  /^landers\.(?!common\.)\w+\.(?!(?:count|few|members|nobody|note|found|honest|only_you|covered)$)\w+$/,
  /^mails\.(?!(?:report|complaint)\.)\w+\.heading$/,
  /^mails\.(?:activation|reset|login_link|account_restored|download_ready)\.(?:subject|preview|text|button)$/,
  /^mails\.(?:suggestions|digest)\.(?:subject|preview|text|button)(?:_(?:one|few|many|other))?$/,
  /^mails\.(?:message|like|match|visitor)\.(?:\w+_)?(?:subject|preview|text|button)(?:_(?:one|few|many|other))?$/,
];

const flatten = (catalog: Catalog, path: string): [string, string][] =>
  Object.entries(catalog).flatMap(([key, value]) =>
    typeof value === "string" ? [[`${path}.${key}`, value]] : flatten(value, `${path}.${key}`),
  );

const standards = new Map<Language, ReadonlyMap<string, string>>();

/** The built-in texts that a site may word itself, by keys such as `landers.video.heading`. */
export function standardWords(language: Language): ReadonlyMap<string, string> {
  const readBefore = standards.get(language);
  if (readBefore) return readBefore;
  const builtIn = builtInCatalogs(language);
  const all = catalogs.flatMap((name) => flatten(builtIn[name] ?? {}, name));
  const words = new Map(all.filter(([key]) => openTexts.some((pattern) => pattern.test(key))));
  standards.set(language, words);
  return words;
}

/** Values, `{name}`, and tags, `<b>` and `</b>`. */
const slotsOf = (text: string): string[] => text.match(/\{[^{}]*\}|<\/?\w+>/g) ?? [];

const withoutForm = (key: string) => key.replace(/_(?:one|few|many|other)$/, "");

const maxLength = 500;

/** What is wrong with a site's own text; `key` is such as `mails.en.like.heading`. */
function findProblem(key: string, text: string): Omit<Problem, "name"> | undefined {
  const [catalog = "", language = "", ...path] = key.split(".");
  const words = isLanguage(language) ? standardWords(language) : new Map<string, string>();
  const place = [catalog, ...path].join(".");
  const standard = words.get(place);
  if (standard === undefined) return { code: "unknown_option", line: "is no text that a site may word itself" };
  if (text === "") return { code: "required", line: "is empty" };
  if (text.length > maxLength) return { code: "too_long", line: `has more than ${maxLength} characters` };
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) {
    return { code: "forbidden_characters", line: "has a control character" };
  }
  const slots = slotsOf(text);
  const missing = slotsOf(standard).filter((slot) => !slots.includes(slot));
  // the form of one thing may leave out the number that the others have
  const forms = [...words].filter(([name]) => withoutForm(name) === withoutForm(place));
  const fillable = new Set(forms.flatMap(([, form]) => slotsOf(form)));
  const unknown = slots.filter((slot) => !fillable.has(slot));
  const [code, names] =
    unknown.length > 0 ? (["placeholders_unknown", unknown] as const) : (["placeholders_missing", missing] as const);
  if (names.length === 0) return undefined;
  const line = `${code === "placeholders_unknown" ? "has no value for" : "lacks"} ${names.join(" ")}`;
  return { code, params: { names: names.join(" ") }, line };
}

type Words = Readonly<Record<string, string>>;

/** What is wrong with the texts that differ from those of `kept`. */
export const findUnfitWords = (words: Words, kept: Words): Problem[] =>
  Object.entries(words).flatMap(([key, text]) => {
    const problem = text === kept[key] ? undefined : findProblem(key, text);
    const name = `words.${key}`;
    return problem ? [{ ...problem, name, line: `${name}: ${problem.line}` }] : [];
  });

/** Leaves out words that do not fit this version's built-in texts, which are shown instead. */
export const usableWords = (words: Words): Record<string, string> =>
  Object.fromEntries(Object.entries(words).filter(([key, text]) => findProblem(key, text) === undefined));
