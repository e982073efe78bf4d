const letters: Record<string, string> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  æ: "ae",
  œ: "oe",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** Lower case, no accents, special letters as the nearest plain ones (`Łódź` → `lodz`, `Straße` → `strasse`). */
export function foldName(name: string): string {
  return name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßøłæœđðþı]/g, (letter) => letters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const spelledOut: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };

/** `München` is also typed `Muenchen`, `Åbenrå` also `Aabenraa`, and `Aarhus` also `Århus` (which folds to `arhus`). */
function spellings(name: string): string[] {
  const lower = name.toLowerCase();
  const long = lower.replace(/[äöüåø]/g, (letter) => spelledOut[letter] ?? letter);
  return [lower, long, lower.replaceAll("aa", "a")].map(foldName);
}

const saints: readonly [RegExp, readonly string[]][] = [
  [/^(saint|sankt|st) /, ["saint ", "sankt ", "st "]],
  [/^(sainte|ste) /, ["sainte ", "ste "]],
];
const article = /^(s|l|d|la|le|les|los|las|el|il|the|den|het|de|ciudad) (?=\p{L}{3})/u;

/** `St. Louis` and `Saint Louis`; `'s-Hertogenbosch` and `Hertogenbosch`; `Ciudad Juárez` and `Juárez`. */
function beginnings(folded: string): string[] {
  const variants = [folded];
  for (const [pattern, forms] of saints) {
    if (pattern.test(folded)) variants.push(...forms.map((form) => folded.replace(pattern, form)));
  }
  if (article.test(folded)) variants.push(folded.replace(article, ""));
  return variants;
}

/** A search text matches if a key begins with it. So a key with which another one begins is left out. */
export function searchKeys(names: readonly string[]): Map<string, string> {
  const nameOfKey = new Map<string, string>();
  for (const name of names) {
    for (const key of spellings(name).flatMap(beginnings)) {
      // if names have the same key, the first one is used
      if (key !== "" && !nameOfKey.has(key)) nameOfKey.set(key, name);
    }
  }
  const sorted = [...nameOfKey].sort(([a], [b]) => (a < b ? -1 : 1));
  // in this order, a key that begins with another one follows it
  return new Map(sorted.filter(([key], index) => !sorted[index + 1]?.[0].startsWith(key)));
}

/** Whether a folded text is the beginning of this name in one of its spellings. */
export function beginsLike(name: string, key: string): boolean {
  return [...searchKeys([name]).keys()].some((searchKey) => searchKey.startsWith(key));
}
