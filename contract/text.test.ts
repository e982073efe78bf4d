import { expect, test } from "vitest";
import { freeText, optionalText } from "./text.ts";

const problemOf = (text: string, max: number) => freeText(max).safeParse(text).error?.issues[0]?.message;

/** Characters as users count them, with up to fifteen code units. */
const usual = {
  family: "👨‍👩‍👧‍👦",
  kiss: "👩🏻‍❤️‍💋‍👩🏿",
  flag: "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
  countryFlag: "🇳🇱",
  thai: "กี้",
  devanagari: "क्षि",
  tamil: "நீ",
  khmer: "ស្ត្រី",
  myanmar: "ကြွှို",
  hebrew: "בְּ֭",
  arabic: "مُّ",
  vietnamese: "ệ".normalize("NFD"),
  tibetan: "རྐྱུ",
};

test.for(Object.entries(usual))("D6.4 a text of the full length may be all of %s", ([, character]) => {
  const { length } = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(character)];
  expect(problemOf(character.repeat(2000), length * 2000)).toBeUndefined();
  expect(problemOf(character.repeat(2001), length * 2000)).toBe("too_long");
  expect(optionalText(length * 2000).safeParse(character.repeat(2000)).success).toBe(true);
});

test.for([
  ["combining marks", "a\u0301\u0323\u0302\u0308\u0304\u0306\u030c\u0327\u0331"],
  ["forty combining marks", `a${"\u0301".repeat(40)}`],
  ["variation selectors", `☺${"\ufe0f".repeat(12)}`],
] as const)("quality: %s that are piled on one letter are refused", ([, character]) => {
  expect(problemOf(character, 2000)).toBe("forbidden_characters");
  expect(problemOf(character.repeat(500), 2000)).toBe("forbidden_characters");
});

test.for([
  ["joined emoji", `${"👨\u200d".repeat(40)}👨`],
  ["joiners", `a${"\u200d".repeat(40)}`],
  ["Hangul consonants", "ᄀ".repeat(40)],
  ["tags", `🏴${"\u{e0067}".repeat(40)}`],
] as const)("quality: %s that make one character of dozens count for more than one", ([, character]) => {
  expect(problemOf(character, 2000)).toBeUndefined();
  expect(problemOf(character.repeat(2000), 2000)).toBe("too_long");
});
