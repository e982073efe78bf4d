import type { Language } from "#contract/constants.ts";
import { createTexts, type TextParams } from "#server/texts.ts";

const texts = createTexts();

/** The product's texts in a language, so that a journey finds elements by what a user reads. */
export type Say = (key: string, params?: TextParams) => string;

export function sayIn(language: Language): Say {
  return (key, params) => texts.t(language, key, params).replace(/<\/?\w+>/g, "");
}

/** A pattern for a text with any values for its placeholders; plurals by `count`. */
export function pattern(say: Say, key: string, params: TextParams = {}): RegExp {
  const words = say(key, params).replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(words.replace(/\{\w+\}/g, ".+"));
}
