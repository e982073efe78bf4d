import type { Language } from "#contract/constants.ts";
import { translate } from "#contract/translate.ts";
import { type WordTree, withWords } from "#contract/with-words.ts";
import type { Db } from "#server/db/pool.ts";
import { cachePerDatabase, createReadCache } from "#server/lib/timed-cache.ts";
import type { TextParams, Texts } from "#server/texts.ts";
import { findSiteWords } from "./page-text-store.ts";
import { usableWords } from "./site-words.ts";

type Words = Record<string, string>;

async function loadWords(db: Db, siteId: number, language: Language, catalogs: readonly string[]): Promise<Words> {
  const words = usableWords(await findSiteWords(db, { siteId, language, catalogs }));
  return Object.fromEntries(Object.entries(words).map(([key, text]) => [key.replace(`.${language}.`, "."), text]));
}

const words = cachePerDatabase(() => createReadCache<Words>({ max: 500, ttlMs: 5_000 }));

/** What a site words itself of the visitors' pages, cached as long as its settings; keys as `landers.video.heading`. */
export const findPageWords = async (db: Db, siteId: number, language: Language, now: Date): Promise<Words> =>
  await words(db).get(`${siteId} ${language}`, now, () =>
    loadWords(db, siteId, language, ["home", "landings", "landers"]),
  );

/** The texts of mails, with what the site words itself. */
export async function mailTexts(
  { db, texts }: { db: Db; texts: Texts },
  siteId: number,
  language: Language,
): Promise<(key: string, params: TextParams) => string> {
  const own = await loadWords(db, siteId, language, ["mails"]);
  if (Object.keys(own).length === 0) return (key, params) => texts.t(language, `mails:${key}`, params);
  const catalog = withWords({ mails: texts.catalog<WordTree>(language, "mails") }, own);
  return (key, params) => translate(language, catalog, `mails.${key}`, params);
}
