import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { languages } from "#contract/constants.ts";
import { type Catalog, readCatalogs } from "./read-catalogs.ts";
import { specifiedWords } from "./specified-words.ts";

const folder = import.meta.dirname;

/** Every text of a language as `[catalog:key, text]`; each placeholder becomes `0`, and tags are removed. */
function textsOf(language: string): [string, string][] {
  const flat = (catalog: Catalog, path: string): [string, string][] =>
    Object.entries(catalog).flatMap(([key, value]) =>
      typeof value === "string"
        ? [[path + key, value.replace(/\{\w+\}/g, "0").replace(/<\/?\w+>/g, "")]]
        : flat(value, `${path}${key}.`),
    );
  return Object.entries(readCatalogs(language)).flatMap(([name, catalog]) => flat(catalog, `${name}:`));
}

/** The rows of the glossary's table of rejected words: `[language, rejected, instead]`. */
function wordsGivenUp(): [string, string, string][] {
  const glossary = readFileSync(join(folder, "../docs/glossary.md"), "utf8");
  const section = glossary.split("### Words given up on the screens")[1]?.split("\n#")[0] ?? "";
  const rows = [...section.matchAll(/^\| (\w\w) \| (.+?) \| (.+?) \|$/gm)];
  return rows.map(([, language = "", words = "", instead = ""]) => [language, words, instead]);
}

/**
 * Keys with texts from the specification: whole sentences, and "up to 2 conversations" (R4.25). And those in the words
 * of the law (Directive 2011/83/EU, Annex I), which address the buyer formally.
 */
const exceptions = [
  ...textsOf("en").flatMap(([key]) => (/^mails:papers\.(right|effects|form)_/.test(key) ? [key] : [])),
  ...specifiedWords.map(([key]) => key),
  "account:activate.done_conversations",
  "mails:activation.conversations",
];

/** A pattern for words of the table: whole words, with any ending for a star. */
function patternOf(words: string): RegExp {
  const parts = words.split(", ").map((word) => word.replace("*", "\\p{L}*"));
  return new RegExp(`(?<![\\p{L}-])(?:${parts.join("|")})(?![\\p{L}])`, "iu");
}

test("the glossary's table of rejected words is parsed", () => {
  const languagesWithWords = new Set(wordsGivenUp().map(([language]) => language));
  expect([...languagesWithWords].sort()).toEqual([...languages].sort());
});

describe.each(wordsGivenUp())("R1.11 %s says none of: %s", (language, words, instead) => {
  test(`but ${instead}`, () => {
    const pattern = patternOf(words);
    const wrong = textsOf(language).filter(([key, text]) => pattern.test(text) && !exceptions.includes(key));
    expect(wrong, "docs/glossary.md, Words given up on the screens").toEqual([]);
  });
});

/** Languages in which a country's name needs an article or a case after most words: "in den Niederlanden". */
const declines = ["de", "en", "es", "fi", "fr", "it", "nl", "pl"];

test.each(declines)("R1.11 %s puts no word straight before a country's name, which stands as it is", (language) => {
  const bare = /[\p{L}\p{N}]\s\{(?:country|countries)\}/u;
  const texts = Object.entries(readCatalogs(language)).map(([name, catalog]) => `${name} ${JSON.stringify(catalog)}`);
  const wrong = texts.flatMap((text) =>
    [...text.matchAll(new RegExp(`[^"]*${bare.source}[^"]*`, "gu"))].map(([hit]) => hit),
  );
  expect(wrong, "set it off by a colon, a comma or brackets").toEqual([]);
});

test("the imprint leads a report of illegal content to /report, not to complaints (DSA, Article 16)", () => {
  const wrong = languages.filter((language) => {
    const text = JSON.stringify(readCatalogs(language).pages?.imprint);
    return !/<report>[^<]+<\/report>/.test(text) || text.includes("<complaints>");
  });
  expect(wrong).toEqual([]);
});

test("R1.11 French has a no-break space before every : ; ! ? and inside « »", () => {
  const plain = /[^\s\u00a0\u202f] [:;!?»]|« /;
  const missing = /[\p{L}\d][;!?](?!\p{L})/u;
  const wrong = textsOf("fr").flatMap(([key, text]) => {
    const place = plain.exec(text) ?? missing.exec(text);
    return place ? [`${key}: "${place[0]}" in: ${text}`] : [];
  });
  expect(wrong, "put U+202F there, in locales/fr").toEqual([]);
});

test("R1.11 no text holds two spaces, or a space at either end", () => {
  const wrong = languages.flatMap(textsOf).filter(([, text]) => / {2}|^\s|\s$/.test(text));
  expect(wrong).toEqual([]);
});

test("R4.25 what says that free members can start no more chats has the number as a value, as the rule has it", () => {
  const spelled = languages.filter((language) => {
    const { chat, errors } = readCatalogs(language);
    const texts = [(chat?.undelivered as Catalog | undefined)?.conversation_limit, errors?.conversation_limit];
    return !texts.every((text) => typeof text === "string" && text.includes("{count}"));
  });
  expect(spelled).toEqual([]);
});

/** No sentences: headings, and what ends with names or signs. English words of the specification stay as they are. */
const withoutStop = [
  "errors:not_found",
  "errors:activation_failed",
  "errors:stored_payment_failed",
  "errors:field.placeholders_missing",
  "errors:field.placeholders_unknown",
  "errors:field.name_characters",
];

test.each(languages)("R1.11 %s ends each sentence of an error with a stop", (language) => {
  const specified = specifiedWords.map(([, text]) => text.replace(/\{\w+\}/g, "0"));
  const wrong = textsOf(language).filter(([key, text]) => {
    const isExempt = withoutStop.includes(key) || (language === "en" && specified.includes(text));
    return /^errors:|^account:check\./.test(key) && !/[.!?…]$/.test(text) && !isExempt;
  });
  expect(wrong).toEqual([]);
});

test.each(languages)("R4.02 %s: a consent names the page on which it is withdrawn", (language) => {
  const texts = new Map(textsOf(language));
  const page = texts.get("account:consents.title") ?? "";
  for (const key of ["account:signup.consent_why", "profiles:own.about_me_why"]) expect(texts.get(key)).toContain(page);
});
