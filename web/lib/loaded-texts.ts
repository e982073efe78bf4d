import { type Context, use } from "react";
import { type TextValues, translate } from "#contract/translate.ts";
import { usePageFormats } from "./page-formats.ts";
import { useLanguage } from "./texts.tsx";
import type { KeysOf } from "./translate.ts";

/** Like `useTexts`, but for a catalog that is part of the page's data, because no other page needs it. */
export function useLoadedTexts<Catalog extends object>(
  context: Context<Partial<Catalog>>,
): (key: KeysOf<Catalog>, values?: TextValues) => string {
  const catalog = use(context);
  const language = useLanguage();
  const { formatOnce } = usePageFormats();
  return (key, values) => translate(language, catalog, key, values, formatOnce);
}
