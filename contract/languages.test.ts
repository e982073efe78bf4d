import { expect, test } from "vitest";
import { guessCountry, pathIn } from "./languages.ts";

test("R1.11 D1.4 a path in a language gets its prefix, English none", () => {
  expect(pathIn("en", "/likes")).toBe("/likes");
  expect(pathIn("de", "/likes")).toBe("/de/likes");
  expect(pathIn("de", "/")).toBe("/de");
  expect(pathIn("de", "/?x=1")).toBe("/de?x=1");
});

const countries = ["DK", "DE", "GB", "AT", "NO"];

test.for([
  ["AT", "de", "AT"],
  ["US", "de", "DE"],
  [null, "en", "GB"],
  [null, "nb", "NO"],
  [null, "da", "DK"],
] as const)(
  "D4.3 with an address in %s and pages in %s a visitor is taken to live in %s",
  ([found, language, home]) => {
    expect(guessCountry([found], language, countries)).toBe(home);
  },
);

test("D4.3 a visitor without a country of the site gets the site's first one", () => {
  expect(guessCountry(["US"], "fi", countries)).toBe("DK");
  expect(guessCountry(["US"], "fi", [])).toBeNull();
});
