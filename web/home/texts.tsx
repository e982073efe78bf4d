import { createContext, use } from "react";
import type english from "#locales/en/home.json";
import { useLanguage } from "#web/lib/texts.tsx";
import { type KeysOf, type TextValues, translate } from "#web/lib/translate.ts";

export type HomeTexts = Partial<typeof english>;

const TextsContext = createContext<HomeTexts>({});
export const HomeTextsProvider = TextsContext.Provider;

/** Like `useTexts`, but for the catalog that is sent with the home page. */
export function useHomeTexts(): (key: KeysOf<typeof english>, values?: TextValues) => string {
  const catalog = use(TextsContext);
  const language = useLanguage();
  return (key, values) => translate(language, catalog, key, values);
}
