/** Texts by key, and groups of them. */
export type WordTree = { readonly [key: string]: string | WordTree };

function withWord(tree: WordTree, [step = "", ...rest]: readonly string[], text: string): WordTree {
  if (!Object.hasOwn(tree, step)) return tree;
  const inner = tree[step];
  if (typeof inner === "object") return { ...tree, [step]: withWord(inner, rest, text) };
  return rest.length === 0 ? { ...tree, [step]: text } : tree;
}

/** Catalogs, or one of them, with a site's own words in place of some, by keys such as `home.how.join`. */
export const withWords = (tree: WordTree, words: Readonly<Record<string, string>>): WordTree =>
  Object.entries(words).reduce((worded, [key, text]) => withWord(worded, key.split("."), text), tree);
