import { defaultLanguage, type Language } from "#contract/constants.ts";
import { isLanguage, pagePrefix } from "./language.ts";

export type PageAddress = {
  /** What the prefix says, the default language without one. */
  language: Language;
  /** Whether it has a prefix of a language, the default one's included, which no address needs. */
  prefixed: boolean;
  /** Path and search without the prefix; begins with exactly one slash, so that it never leaves the site. */
  path: string;
};

const prefix = /^\/([a-z]{2})(?=[/?]|$|\.data)/;

function local(path: string): string {
  return `/${path.replace(/^[/\\]+/, "")}`;
}

/** Reads the language off a page's address (R1.11). */
export function readAddress(url: string): PageAddress {
  const language = prefix.exec(url)?.[1];
  if (!isLanguage(language)) return { language: defaultLanguage, prefixed: false, path: local(url) };
  return { language, prefixed: true, path: local(url.slice(3)) };
}

/** The address of a page in a language. */
export function addressIn(language: Language, path: string): string {
  const start = pagePrefix(language);
  return start !== "" && /^\/(?:\?|$)/.test(path) ? start + path.slice(1) : start + path;
}

/** The language switcher's wish, `?locale=`, and the page without it (R2.13); null where there is none. */
export function chosenLanguage(path: string): { language: Language; path: string } | null {
  if (!path.includes("locale=")) return null;
  const { pathname, searchParams } = new URL(path, "http://site");
  const language = searchParams.get("locale") ?? undefined;
  if (!isLanguage(language)) return null;
  searchParams.delete("locale");
  const search = searchParams.toString();
  return { language, path: local(pathname) + (search === "" ? "" : `?${search}`) };
}
