// Kept apart from the text schemas: the browser measures texts too, and its bundle must not include zod.

let graphemes: Intl.Segmenter | undefined;

/** Characters as users count them: grapheme clusters (D6.4). */
export function countGraphemes(text: string): number {
  // not before it is needed: its data takes a phone some milliseconds
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  let count = 0;
  for (const _ of graphemes.segment(text)) count += 1;
  return count;
}

// Format characters, blanks of every kind and the filler characters that fonts show as nothing.
const invisible = /[\p{DI}\p{Cf}\p{Z}\s\u2800]/gu;

export function isInvisible(text: string): boolean {
  return text.replace(invisible, "") === "";
}

/** D3.3: 8 to 128 characters of any kind; each code point counts once. */
export const fitsPassword = (text: string) => {
  const count = [...text].length;
  return count >= 8 && count <= 128;
};
