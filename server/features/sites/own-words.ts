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

/** What a site words itself of its mails, by keys such as `mails.like.subject_one`. */
export const findMailWords = (db: Db, siteId: number, language: Language): Promise<Words> =>
  loadWords(db, siteId, language, ["mails"]);

/** The texts of mails, with what the site words itself; `words`: as it would word them. */
export async function mailTexts(
  { db, texts }: { db: Db; texts: Texts },
  siteId: number,
  language: Language,
  words?: Words,
): Promise<(key: string, params: TextParams) => string> {
  const own = words ?? (await findMailWords(db, siteId, language));
  if (Object.keys(own).length === 0) return (key, params) => texts.t(language, `mails:${key}`, params);
  const catalog = withWords({ mails: texts.catalog<WordTree>(language, "mails") }, own);
  return (key, params) => translate(language, catalog, `mails.${key}`, params);
}
