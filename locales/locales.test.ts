import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { languages } from "#contract/constants.ts";
import { errorStatus, fieldCodes } from "#contract/errors.ts";
import { type Catalog, isReference, readCatalogs } from "./read-catalogs.ts";

const folder = import.meta.dirname;
/** What only English pages show: the law of the United States (R1.12), and what features add to it. */
const englishOnly = ["us.json"];
const englishSection = "@us";
const english = readdirSync(join(folder, "en")).filter((file) => !englishOnly.includes(file));
const features = english.map((file) => file.replace(".json", ""));
const translations = languages.filter((language) => language !== "en");

const pathOf = (language: string, feature: string) => join(folder, language, `${feature}.json`);

function read(language: string, feature: string): Catalog {
  const { [englishSection]: _, ...catalog } = JSON.parse(readFileSync(pathOf(language, feature), "utf8"));
  return catalog;
}

function flat(catalog: Catalog, prefix = ""): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(catalog)) {
    if (typeof value === "string") texts.set(prefix + key, value);
    else for (const [inner, text] of flat(value, `${prefix}${key}.`)) texts.set(inner, text);
  }
  return texts;
}

const plural = /_(zero|one|two|few|many|other)$/;
const stem = (key: string) => key.replace(plural, "");
const isPlural = (texts: Map<string, string>, key: string) => plural.test(key) && texts.has(`${stem(key)}_other`);

/** A language may have a text of its own for women or men (`translate`). */
const withoutGender = (key: string) => key.replace(/_(female|male)$/, "");

/** The keys a language must have: those of English without its references, each plural in every form it has. */
function expectedKeys(english: Map<string, string>, language: string): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const texts = [...english].filter(([, text]) => !isReference(text)).map(([key]) => key);
  const keys = texts.flatMap((key) => (isPlural(english, key) ? forms.map((form) => `${stem(key)}_${form}`) : [key]));
  return [...new Set(keys)].sort();
}

/** Texts whose {name} a translation may leave out, because the member is on the screen beside them. */
const nameOptional = [
  "account.signup.message",
  "landers.socialnetwork.hello",
  "landings.write",
  "likes.introduction.photo",
  "likes.match.write",
  "moderation.report.do_profile",
  "moderation.report.title_profile",
  "moderation.report.title_chat",
  "moderation.report.title_photo",
  "moderation.report.title_message",
  "moderation.report.title_question",
  "opening-questions.profile.title",
];

const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort();
const tags = (text: string) => [...text.matchAll(/<\/?(\w+)>/g)].map((match) => match[0]).sort();

/** The catalogs that a language has. One that it lacks fails the test of the catalogs only. */
const catalogsOf = (language: string) => features.filter((feature) => existsSync(pathOf(language, feature)));

/** A line for each problem, with all files that have it: "errors.x is missing in: locales/{da,de}/errors.json". */
function problemsOf(
  find: (english: Map<string, string>, own: Map<string, string>, language: string, feature: string) => string[],
) {
  return features.flatMap((feature) => {
    const source = flat(read("en", feature));
    const having = new Map<string, string[]>();
    for (const language of translations.filter((each) => catalogsOf(each).includes(feature))) {
      for (const problem of find(source, flat(read(language, feature)), language, feature))
        having.set(problem, [...(having.get(problem) ?? []), language]);
    }
    return [...having].map(([problem, among]) => {
      const folders = among.length > 1 ? `{${among}}` : among;
      return `${feature}.${problem} in: locales/${folders}/${feature}.json`;
    });
  });
}

test("R1.11 each language has exactly the catalogs of English", () => {
  const lackedBy = (feature: string) => translations.filter((language) => !catalogsOf(language).includes(feature));
  const lacked = features.filter((feature) => lackedBy(feature).length > 0);
  expect(lacked.map((feature) => `${feature}.json is missing in: ${lackedBy(feature)}`).join("\n")).toBe("");
  for (const language of translations) {
    expect(readdirSync(join(folder, language)), language).toHaveLength(english.length);
  }
});

test("R1.11 each language has every key and every plural form, none of them empty", () => {
  const problems = problemsOf((source, own, language) => {
    const keys = expectedKeys(source, language);
    return [
      ...keys.filter((key) => !own.has(key)).map((key) => `${key} is missing`),
      ...[...own.keys()]
        .filter((key) => !keys.includes(key) && !keys.includes(withoutGender(key)))
        .map((key) => `${key} is not a key of English, or a reference there`),
      ...[...own].filter(([, text]) => text.trim() === "").map(([key]) => `${key} is empty`),
    ];
  });
  expect(problems.join("\n")).toBe("");
});

test("R1.11 each translation keeps the placeholders and tags of its text", () => {
  const problems = problemsOf((english, own, _, feature) =>
    [...own].flatMap(([key, text]) => {
      const source = english.get(key) ?? english.get(`${stem(key)}_other`);
      if (source === undefined) return [];
      const optional = nameOptional.includes(`${feature}.${key}`) ? ["count", "name"] : ["count"];
      const names = (text: string) => placeholders(text).filter((name) => !optional.includes(name ?? ""));
      const isSame = `${names(text)} ${tags(text)}` === `${names(source)} ${tags(source)}`;
      return isSame ? [] : [`${key} has not the {placeholders} and <tags> of English`];
    }),
  );
  expect(problems.join("\n")).toBe("");
});

test("R1.11 each translation breaks its lines as often as its text: what follows a break may open below it", () => {
  const breaks = (text: string) => text.split("\n").length;
  const problems = problemsOf((english, own) =>
    [...own].flatMap(([key, text]) => {
      const source = english.get(key) ?? english.get(`${stem(key)}_other`);
      return source === undefined || breaks(source) === breaks(text) ? [] : [`${key} has other lines than English`];
    }),
  );
  expect(problems.join("\n")).toBe("");
});

test.each(translations)("R1.11 %s is a translation: no sentence is left in English", (language) => {
  const copies = catalogsOf(language).flatMap((feature) => {
    const english = flat(read("en", feature));
    return [...flat(read(language, feature))]
      .filter(([key, text]) => text.split(" ").length >= 4 && text === english.get(key))
      .map(([key, text]) => `locales/${language}/${feature}.json, key ${key}: ${text}`);
  });
  expect(copies, "texts that are the same as in English").toEqual([]);
});

test("every error code and field code has a text", () => {
  const texts = flat(readCatalogs("en").errors ?? {});
  const codes = [...Object.keys(errorStatus), ...fieldCodes.map((code) => `field.${code}`)];
  expect([...texts.keys()].sort()).toEqual(codes.sort());
});

/** What pages and tests read as it stands in the file, and the words that others refer to: none is a reference. */
const isRead = (key: string) => /^(?:niches|pages|settings-help|shell|words)\.|^[\w-]+\.@pages\./.test(key);

test("R1.11 a text that equals another one in all languages is a reference to it, so that the two stay the same", () => {
  const texts = languages.map(
    (language) => new Map(catalogsOf(language).flatMap((feature) => [...flat(read(language, feature), `${feature}.`)])),
  );
  const hasForms = (key: string) => texts.some((own) => own.has(`${key}_female`) || own.has(`${key}_male`));
  const keys = [...new Set(texts.flatMap((own) => [...own.keys()]))].filter(
    (key) => texts.every((own) => own.has(key)) && !/_(?:female|male)$|\.lists\./.test(key) && !plural.test(key),
  );
  const same = Map.groupBy(
    keys.filter((key) => !hasForms(key)),
    (key) => JSON.stringify(texts.map((own) => own.get(key))),
  );
  const repeated = [...same.values()].filter((group) => group.length > 1 && !group.every(isRead));
  expect(
    repeated.map((group) => group.join(" = ")),
    "write in English “=chat:row.undo”, or “=words:undo” with the word in words.json, and nothing in the other languages",
  ).toEqual([]);
});
