import { createContext, use } from "react";
import type english from "#locales/en/landers.json";
import { useLanguage } from "#web/lib/texts.tsx";
import { type KeysOf, type TextValues, translate } from "#web/lib/translate.ts";

export type LanderTexts = Partial<typeof english>;

const TextsContext = createContext<LanderTexts>({});
export const LanderTextsProvider = TextsContext.Provider;

/** Like `useTexts`, but for the catalog that is sent with the lander: its own part and the common one. */
export function useLanderTexts(): (key: KeysOf<typeof english>, values?: TextValues) => string {
  const catalog = use(TextsContext);
  const language = useLanguage();
  return (key, values) => translate(language, catalog, key, values);
}
