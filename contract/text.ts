import { z } from "zod";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Characters as a person counts them: grapheme clusters (D6.4). */
export function countGraphemes(text: string): number {
  let count = 0;
  for (const _ of graphemes.segment(text)) count += 1;
  return count;
}

// Format characters, blanks of every kind and the fillers that fonts show as nothing.
const invisible = /[\p{DI}\p{Cf}\p{Z}\s\u2800]/gu;

/** True where nothing is left once invisible characters are taken away. */
export function isInvisible(text: string): boolean {
  return text.replace(invisible, "") === "";
}

// NUL and the other control characters, but for tab and line breaks.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/**
 * Free text in any script: NFC, trimmed, without NUL, control characters or lone surrogates, not empty once invisible
 * characters are taken away, at most `max` grapheme clusters. A message is one of `fieldCodes`.
 */
export function freeText(max: number, tooLong = "too_long") {
  return z
    .string({ error: "required" })
    .max(max * 40, tooLong)
    .refine((text) => text.isWellFormed() && !forbidden.test(text), "forbidden_characters")
    .transform((text) => text.normalize("NFC").trim())
    .refine((text) => text !== "", "required")
    .refine((text) => !isInvisible(text), "invisible_text")
    .refine((text) => text.length <= max || countGraphemes(text) <= max, tooLong);
}
