// Kept apart from the text schemas: the browser measures texts too, and its bundle must not include zod.

let graphemes: Intl.Segmenter | undefined;

/** Characters as users count them: grapheme clusters. */
export function countGraphemes(text: string): number {
  // not before it is needed: its data takes a phone some milliseconds
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  let count = 0;
  for (const _ of graphemes.segment(text)) count += 1;
  return count;
}

/** The longest emoji, two people of different skin tones who kiss, has 15. */
export const unitsPerCharacter = 16;

/** Whether a text has more than `max` characters as users count them, or more code units than so many ever need. */
export const isTooLong = (text: string, max: number): boolean =>
  text.length > max && (text.length > max * unitsPerCharacter || countGraphemes(text) > max);

// Format characters, blanks of every kind and the filler characters that fonts show as nothing.
const invisible = /[\p{DI}\p{Cf}\p{Z}\s\u2800]/gu;

export function isInvisible(text: string): boolean {
  return text.replace(invisible, "") === "";
}

/** D3.3: a password has 8 to 128 characters of any kind; each code point counts once. */
export const fitsPassword = (text: string) => {
  const count = [...text].length;
  return count >= 8 && count <= 128;
};
