import { catalogsOf, loaders } from "virtual:texts";
import { createContext, Fragment, type ReactNode, use, useMemo } from "react";
import type { Language } from "#contract/constants.ts";
import { type TextValues, translate } from "#contract/translate.ts";
import { useBrowserZone } from "./browser-zone.ts";
import type { Catalogs } from "./catalogs.ts";
import { importOrReload } from "./chunk-reload.ts";
import type { Format } from "./format.ts";
import { usePageFormats } from "./page-formats.ts";
import { useRootData } from "./root-data.ts";
import { type TextPart, textParts } from "./text-parts.ts";

export type Texts = { language: Language; catalogs: Partial<Catalogs> };

const TextsContext = createContext<Texts | null>(null);
export const TextsProvider = TextsContext.Provider;

export const partOfCatalog = (name: keyof Catalogs): TextPart =>
  textParts.find((part) => catalogsOf[part]?.split(" ").includes(name)) ?? "daily";

const loaded = new Map<string, Promise<Partial<Catalogs>>>();

/** The failure is kept so long: React asks for the part again at once, and has to find it to show the error. */
const failedForMs = 1_000;

function loadPart(language: Language, part: TextPart): Promise<Partial<Catalogs>> {
  const key = `${language} ${part}`;
  const cachedPart = loaded.get(key);
  if (cachedPart) return cachedPart;
  const promise = importOrReload(loaders[part][language]).then((module) => module.default);
  loaded.set(key, promise);
  promise.catch(() => setTimeout(() => loaded.delete(key), failedForMs));
  return promise;
}

/** Loads a part ahead, so that the screens which read it open at once. A failure is ignored: they try again. */
export function preloadTexts(language: Language, part: TextPart): void {
  loaders[part][language]().catch(() => {});
}

/** Loads parts of the texts of the one language of this page. The server caches each language that was requested. */
export async function loadTexts(language: Language, parts: readonly TextPart[]): Promise<Texts> {
  const catalogs = await Promise.all(parts.map((part) => loadPart(language, part)));
  return { language, catalogs: Object.assign({}, ...catalogs) };
}

function useLoadedTexts(): Texts {
  const context = use(TextsContext);
  if (context === null) throw new Error("this component is not inside a TextsProvider");
  return context;
}

export const useLanguage = (): Language => useLoadedTexts().language;

/** `const t = useTexts("chat"); t("unread", { count: 3 })`. A navigation waits for texts of another part here. */
export function useTexts<F extends keyof Catalogs>(feature: F): Translate<F> {
  const { language, catalogs } = useLoadedTexts();
  const catalog = catalogs[feature] ?? use(loadPart(language, partOfCatalog(feature)))[feature] ?? {};
  const { formatOnce } = usePageFormats();
  return useMemo(
    () => (key, values) => translate(language, catalog, key, values, formatOnce),
    [language, catalog, formatOnce],
  );
}

export function useFormat(): Format {
  const { formatIn } = usePageFormats();
  // the server uses the zone that the browser reported last, and hydration the same one
  const reported = useRootData()?.timeZone ?? "UTC";
  return formatIn(useBrowserZone(reported));
}

/** `rich(t("agree"), { terms: (words) => <Link to="/pages/terms">{words}</Link> })` for `<terms>…</terms>`. */
export function rich(text: string, parts: Record<string, (words: string) => ReactNode>): ReactNode {
  const pieces = text.split(/<(\w+)>(.*?)<\/\1>/g);
  return pieces.map((piece, index) => {
    if (index % 3 === 1) return null;
    const part = index % 3 === 2 ? parts[pieces[index - 1] ?? ""] : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
    return <Fragment key={index}>{part ? part(piece) : piece}</Fragment>;
  });
}

type Plural<K extends string> = K extends `${infer Base}_${"one" | "few" | "many" | "other"}` ? Base | K : K;
type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends string ? Plural<K> : `${K}.${Plural<keyof T[K] & string>}`;
}[keyof T & string];

/** A text's key within its catalog, one level deep; a plural is named without its suffix. */
type TextKey<F extends keyof Catalogs> = KeysOf<Catalogs[F]>;
export type Translate<F extends keyof Catalogs> = (key: TextKey<F>, values?: TextValues) => string;
