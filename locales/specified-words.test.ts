import { expect, test } from "vitest";
import { rawText, readCatalogs } from "./read-catalogs.ts";
import { specifiedWords } from "./specified-words.ts";

const english = readCatalogs("en");

const textOf = (key: string) => rawText(english, key);

test.each(specifiedWords)("R8.05 R8.01 R5.01 to R5.07 %s is the specification's text, word for word", (key, text) => {
  expect(textOf(key)).toBe(text);
});

test("R8.05 a reached limit for direct debits begins as the specification's text, whose rest it does not show", () => {
  expect(textOf("errors:direct_debit_limit")).toMatch(/^Your limit for direct debit payments has been reached\./);
});

test("R5.03 the form asks 'Did you mean'", () => {
  expect(textOf("account:signup.did_you_mean") ?? textOf("account:check.did_you_mean")).toMatch(/^Did you mean /);
});
