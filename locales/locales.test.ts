import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { languages } from "#contract/constants.ts";
import { errorStatus, fieldCodes } from "#contract/errors.ts";

type Catalog = { [key: string]: string | Catalog };

const folder = import.meta.dirname;
/** What only English pages show: the law of the United States (R1.12). */
const englishOnly = ["us.json"];
const english = readdirSync(join(folder, "en")).filter((file) => !englishOnly.includes(file));
const features = english.map((file) => file.replace(".json", ""));
const translations = languages.filter((language) => language !== "en");

function read(language: string, feature: string): Catalog {
  return JSON.parse(readFileSync(join(folder, language, `${feature}.json`), "utf8"));
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

/** The keys a language must have: those of English, each plural in every form of the language. */
function expectedKeys(english: Map<string, string>, language: string): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const keys = [...english.keys()].flatMap((key) =>
    isPlural(english, key) ? forms.map((form) => `${stem(key)}_${form}`) : [key],
  );
  return [...new Set(keys)].sort();
}

const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort();
const tags = (text: string) => [...text.matchAll(/<\/?(\w+)>/g)].map((match) => match[0]).sort();

const pairs = translations.flatMap((language) => features.map((feature) => [language, feature] as const));

test.each(translations)("R1.11 %s has exactly the catalogs of English", (language) => {
  expect(readdirSync(join(folder, language)).sort()).toEqual(english.toSorted());
});

test.each(pairs)("R1.11 %s/%s has every key and every plural form of its language", (language, feature) => {
  const [english, own] = [flat(read("en", feature)), flat(read(language, feature))];
  const file = `locales/${language}/${feature}.json`;
  expect([...own.keys()].sort(), `add to ${file} what "-" marks below, and delete what "+" marks`).toEqual(
    expectedKeys(english, language),
  );
  for (const [key, text] of own) expect(text.trim(), `${file}, key ${key}`).not.toBe("");
});

test.each(pairs)("R1.11 %s/%s keeps the placeholders and tags of each text", (language, feature) => {
  const english = flat(read("en", feature));
  for (const [key, text] of flat(read(language, feature))) {
    const source = english.get(key) ?? english.get(`${stem(key)}_other`) ?? "";
    const given = placeholders(text).filter((name) => name !== "count");
    expect(given, `locales/${language}/${feature}.json, ${key}`).toEqual(
      placeholders(source).filter((name) => name !== "count"),
    );
    expect(tags(text), key).toEqual(tags(source));
  }
});

test.each(translations)("R1.11 %s is a translation: no sentence is left in English", (language) => {
  const copies = features.flatMap((feature) => {
    const english = flat(read("en", feature));
    return [...flat(read(language, feature))]
      .filter(([key, text]) => text.split(" ").length >= 4 && text === english.get(key))
      .map(([key, text]) => `locales/${language}/${feature}.json, key ${key}: ${text}`);
  });
  expect(copies, "texts that are the same as in English").toEqual([]);
});

test("every error code and field code has a text", () => {
  const texts = flat(read("en", "errors"));
  const wanted = [...Object.keys(errorStatus), ...fieldCodes.map((code) => `field.${code}`)];
  expect([...texts.keys()].sort()).toEqual(wanted.sort());
});
