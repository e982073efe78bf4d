import texts from "virtual:texts";
import { createContext, Fragment, type ReactNode, use, useMemo } from "react";
import type { Language } from "#contract/constants.ts";
import type { Catalogs } from "./catalogs.ts";
import { type Translate, translate } from "./translate.ts";

export type Texts = { language: Language; catalogs: Catalogs };

const TextsContext = createContext<Texts | null>(null);
export const TextsProvider = TextsContext.Provider;

const loaded = new Map<Language, Texts>();

/** Loads the one language of this page; the server keeps each language it was ever asked for. */
export async function loadTexts(language: Language): Promise<Texts> {
  const known = loaded.get(language);
  if (known !== undefined) return known;
  const { default: catalogs } = await texts[language]();
  const made = { language, catalogs };
  loaded.set(language, made);
  return made;
}

/** The language of this page. */
export function useLanguage(): Language {
  const context = use(TextsContext);
  if (context === null) throw new Error("no texts around this part");
  return context.language;
}

/** The texts of a feature: `const t = useTexts("chat"); t("send"); t("unread", { count: 3 })`. */
export function useTexts<F extends keyof Catalogs>(feature: F): Translate<F> {
  const context = use(TextsContext);
  if (context === null) throw new Error("no texts around this part");
  return useMemo(
    () => (key, values) => translate(context.language, context.catalogs[feature], key, values),
    [context, feature],
  );
}

/** Puts elements into a text: `rich(t("agree"), { terms: (words) => <Link to="/pages/terms">{words}</Link> })` for `<terms>…</terms>`. */
export function rich(text: string, parts: Record<string, (words: string) => ReactNode>): ReactNode {
  const pieces = text.split(/<(\w+)>(.*?)<\/\1>/g);
  return pieces.map((piece, index) => {
    if (index % 3 === 1) return null;
    const part = index % 3 === 2 ? parts[pieces[index - 1] ?? ""] : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
    return <Fragment key={index}>{part ? part(piece) : piece}</Fragment>;
  });
}
