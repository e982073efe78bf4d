/** Characters before the searched words that one line shows; more would push them out of it. */
const lead = 24;

/** A text in one line, cut so that its first match is in view; `match` is empty if the words are not found. */
export function excerpt(text: string, words: string): { before: string; match: string; after: string } {
  const line = text.replace(/\s+/g, " ");
  const wanted = words.replace(/\s+/g, " ");
  const at = line.toLocaleLowerCase().indexOf(wanted.toLocaleLowerCase());
  if (at < 0) return { before: line, match: "", after: "" };
  const from = at <= lead ? 0 : Math.min(at, line.indexOf(" ", at - lead) + 1);
  return {
    before: `${from > 0 ? "… " : ""}${line.slice(from, at)}`,
    match: line.slice(at, at + wanted.length),
    after: line.slice(at + wanted.length),
  };
}
