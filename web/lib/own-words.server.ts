import { getOwnWords } from "#contract/site-words.ts";
import { type WordTree, withWords } from "#contract/with-words.ts";
import { ApiFailure } from "./api.ts";
import type { Catalogs } from "./catalogs.ts";
import type { Page } from "./page.ts";
import type { Texts } from "./texts.tsx";

/** What the site words itself of the visitors' pages. A page in the built-in words is better than none. */
async function loadOwnWords({ call }: Pick<Page, "call">): Promise<Record<string, string>> {
  try {
    return (await call(getOwnWords)).words;
  } catch (failure) {
    if (failure instanceof ApiFailure) return {};
    throw failure;
  }
}

/** The texts of a visitor's page, and the catalogs of them that have words of the site's own. */
export async function withOwnWords(
  page: Pick<Page, "call">,
  { language, catalogs }: Texts,
): Promise<{ texts: Texts; worded: Partial<Catalogs> }> {
  const words = Object.entries(await loadOwnWords(page));
  const worded = Object.entries(catalogs).flatMap(([name, catalog]) => {
    const own = words.filter(([key]) => key.startsWith(`${name}.`));
    const inCatalog = own.map(([key, text]) => [key.slice(name.length + 1), text]);
    return own.length === 0 ? [] : [[name, withWords(catalog as WordTree, Object.fromEntries(inCatalog))]];
  });
  const own: Partial<Catalogs> = Object.fromEntries(worded);
  return { texts: { language, catalogs: { ...catalogs, ...own } }, worded: own };
}
