import type { AnswerOf } from "#contract/call.ts";
import { getOwnWords } from "#contract/site-words.ts";
import { type WordTree, withWords } from "#contract/with-words.ts";
import { answerOr } from "./api.ts";
import type { Catalogs } from "./catalogs.ts";
import type { Page } from "./page.ts";
import type { Texts } from "./texts.tsx";

/** The texts of a visitor's page, and the catalogs of them that have words of the site's own. */
export async function withOwnWords(
  { call }: Pick<Page, "call">,
  { language, catalogs }: Texts,
): Promise<{ texts: Texts; worded: Partial<Catalogs> }> {
  // a page in the built-in words is better than none
  const answer: AnswerOf<typeof getOwnWords> = await answerOr(call(getOwnWords), { words: {} });
  const words = Object.entries(answer.words);
  const worded = Object.entries(catalogs).flatMap(([name, catalog]) => {
    const own = words.filter(([key]) => key.startsWith(`${name}.`));
    const inCatalog = own.map(([key, text]) => [key.slice(name.length + 1), text]);
    return own.length === 0 ? [] : [[name, withWords(catalog as WordTree, Object.fromEntries(inCatalog))]];
  });
  const own: Partial<Catalogs> = Object.fromEntries(worded);
  return { texts: { language, catalogs: { ...catalogs, ...own } }, worded: own };
}
