import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { companyFields } from "#server/features/sites/index.ts";
import { settingDefinitions } from "#server/site-settings.ts";
import { type Catalog, isReference, rawText, readCatalogs } from "./read-catalogs.ts";

/** The texts about money and the law. What keeps each of their sentences true stands in `truth.json`, by its key. */
const catalogs = "pages us credits payments withdrawals direct-debit premium answer-promise time-bonus home".split(" ");

/** A fact of law, what the company is or does by hand, what members should do: no code decides these. */
const plain = ["law", "operator", "rule"];

const project = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(project, path), "utf8");
/** Proofs are `<file>: <words of a test's title>`; a sentence names its proofs, requirements and settings by words. */
const {
  proofs,
  sentences: marks,
}: Record<"proofs" | "sentences", Record<string, string>> = JSON.parse(read("locales/truth.json"));

const english = readCatalogs("en");

/** The keys of a catalog's sentences; the forms of a plural are one. Of its sections only the mails count. */
function sentencesOf(catalog: Catalog, path: string): string[] {
  return Object.entries(catalog).flatMap(([key, text]) => {
    if ((key.startsWith("@") && key !== "@mails") || key === "lists") return [];
    const inner = key === "sections" ? path : `${path}${key}.`;
    if (typeof text !== "string") return sentencesOf(text, inner);
    const words = isReference(text) ? (rawText(english, text.slice(1)) ?? "") : text;
    const isSentence = /[.!:]$/.test(words) || /:\w+\.s\d+\.|:privacy\.s\d+\./.test(path);
    const isHeading = ["title", "subject", "heading"].includes(key);
    return isSentence && !isHeading ? [`${path}${key.replace(/_(?:one|other)$/, "")}`] : [];
  });
}

const sentences = new Set(
  catalogs.flatMap((name) => sentencesOf(JSON.parse(read(`locales/en/${name}.json`)), `${name}:`)),
);
const covers = (key: string, sentence: string) =>
  key.endsWith(".*") ? sentence.startsWith(key.slice(0, -1)) : sentence === key;

const tests = globSync(["{contract,server,web,demo,scripts,locales}/**/*.test.{ts,tsx}", "e2e/*.spec.ts"], {
  cwd: project,
});
const proven = new Set(tests.flatMap((path) => [...read(path).matchAll(/\b[RD]\d+\.\d+\b/g)].map(([id]) => id)));
const company = Object.keys(companyFields).map((field) => `company.${field}`);
const settings = new Set([...Object.keys(settingDefinitions), ...company].map((name) => `setting:${name}`));

/** Whether a word of a mark names a setting, a requirement with a test, a proof that stands, or a plain fact. */
function stands(word: string): boolean {
  if (plain.includes(word) || settings.has(word) || proven.has(word)) return true;
  const [path = "", title = ""] = proofs[word]?.split(/: (.*)/s) ?? [];
  return path !== "" && existsSync(join(project, path)) && read(path).includes(title);
}

test("quality: each sentence about money and the law says what keeps it true: a test, a setting, or that none can", () => {
  expect(sentences.size).toBeGreaterThan(400);
  const unmarked = [...sentences].filter((sentence) => !Object.keys(marks).some((key) => covers(key, sentence)));
  expect(unmarked, "add the key to locales/truth.json").toEqual([]);
});

test("quality: what keeps a sentence true is still there, and so is the sentence", () => {
  const words = new Set(Object.values(marks).flatMap((mark) => mark.split(" ")));
  expect(
    [...words].filter((word) => !stands(word)),
    "the test or setting is gone",
  ).toEqual([]);
  expect(
    Object.keys(proofs).filter((name) => !words.has(name)),
    "no sentence needs the proof",
  ).toEqual([]);
  const surplus = Object.keys(marks).filter((key) => ![...sentences].some((sentence) => covers(key, sentence)));
  expect(surplus, "the sentence is gone").toEqual([]);
});
