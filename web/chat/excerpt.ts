/** Characters before the searched words that one line shows; more would push them out of it. */
const leadLength = 24;

/** A text in one line, cut so that its first match is in view; `match` is empty if the words are not found. */
export function cutExcerpt(text: string, words: string): { before: string; match: string; after: string } {
  const line = text.replace(/\s+/g, " ");
  const phrase = words.replace(/\s+/g, " ");
  const matchIndex = line.toLocaleLowerCase().indexOf(phrase.toLocaleLowerCase());
  if (matchIndex < 0) return { before: line, match: "", after: "" };
  const start = matchIndex <= leadLength ? 0 : Math.min(matchIndex, line.indexOf(" ", matchIndex - leadLength) + 1);
  return {
    before: `${start > 0 ? "… " : ""}${line.slice(start, matchIndex)}`,
    match: line.slice(matchIndex, matchIndex + phrase.length),
    after: line.slice(matchIndex + phrase.length),
  };
}
