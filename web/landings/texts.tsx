import { createContext, use } from "react";
import type english from "#locales/en/landings.json";
import { useLanguage } from "#web/lib/texts.tsx";
import { type KeysOf, type TextValues, translate } from "#web/lib/translate.ts";

export type LandingTexts = Partial<typeof english>;

const TextsContext = createContext<LandingTexts>({});
export const LandingTextsProvider = TextsContext.Provider;

/** Like `useTexts`, but for the catalog that is sent with the landing page. */
export function useLandingTexts(): (key: KeysOf<typeof english>, values?: TextValues) => string {
  const catalog = use(TextsContext);
  const language = useLanguage();
  return (key, values) => translate(language, catalog, key, values);
}
