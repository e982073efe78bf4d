import { first, rest } from "virtual:texts";
import { createContext, Fragment, type ReactNode, use, useMemo } from "react";
import type { Language } from "#contract/constants.ts";
import type { Catalogs } from "./catalogs.ts";
import { type Translate, translate } from "./translate.ts";

export type Texts = { language: Language; catalogs: Partial<Catalogs> };

const TextsContext = createContext<Texts | null>(null);
export const TextsProvider = TextsContext.Provider;

const loaded = new Map<Language, Promise<Texts>>();
const completed = new Map<Language, Promise<Texts>>();

async function loadFirst(language: Language): Promise<Texts> {
  return { language, catalogs: { ...(await first[language]()).default } };
}

/** A new object: a suspended part of the page must not find the texts in the old one before its promise resolves. */
async function loadRest({ language, catalogs }: Texts): Promise<Texts> {
  return { language, catalogs: { ...catalogs, ...(await rest[language]()).default } };
}

type TextsCache = Map<Language, Promise<Texts>>;
function once(cache: TextsCache, language: Language, load: () => Promise<Texts>): Promise<Texts> {
  const promise = cache.get(language) ?? load();
  cache.set(language, promise);
  return promise;
}

/**
 * Loads the one language of this page: all its texts, or those of the home page. The server caches each language that
 * was ever requested.
 */
export async function loadTexts(language: Language, part: "first" | "all"): Promise<Texts> {
  const texts = await once(loaded, language, () => loadFirst(language));
  return part === "all" ? await once(completed, language, () => loadRest(texts)) : texts;
}

/** The language of this page. */
export function useLanguage(): Language {
  const context = use(TextsContext);
  if (context === null) throw new Error("no texts around this part");
  return context.language;
}

/**
 * The texts of a feature: `const t = useTexts("chat"); t("send"); t("unread", { count: 3 })`. A navigation from the
 * home page waits here for the rest of the texts, with the old page still in place.
 */
export function useTexts<F extends keyof Catalogs>(feature: F): Translate<F> {
  const context = use(TextsContext);
  if (context === null) throw new Error("no texts around this part");
  const { language, catalogs } = context;
  const catalog = catalogs[feature] ?? use(once(completed, language, () => loadRest(context))).catalogs[feature] ?? {};
  return useMemo(() => (key, values) => translate(language, catalog, key, values), [language, catalog]);
}

/**
 * Puts elements into a text in place of its tags. For `<terms>…</terms>`:
 * `rich(t("agree"), { terms: (words) => <Link to="/pages/terms">{words}</Link> })`.
 */
export function rich(text: string, parts: Record<string, (words: string) => ReactNode>): ReactNode {
  const pieces = text.split(/<(\w+)>(.*?)<\/\1>/g);
  return pieces.map((piece, index) => {
    if (index % 3 === 1) return null;
    const part = index % 3 === 2 ? parts[pieces[index - 1] ?? ""] : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
    return <Fragment key={index}>{part ? part(piece) : piece}</Fragment>;
  });
}
