import type { FastifyRequest } from "fastify";
import { defaultLanguage, type Language } from "#contract/constants.ts";
import { isLanguage } from "#contract/languages.ts";
import { toPagePath } from "#contract/local-path.ts";

export type PageAddress = {
  /** The prefix's language; the default language without a prefix. */
  language: Language;
  /** Whether the URL has a language prefix, including the superfluous one of the default language. */
  prefixed: boolean;
  /**
   * The page's path and query without the prefix, also if a script asks for its data; begins with exactly one slash, so
   * that it never leaves the site.
   */
  path: string;
};

const prefix = /^\/([a-z]{2})(?=[/?]|$|\.data)/;

function withOneSlash(path: string): string {
  return `/${path.replace(/^[/\\]+/, "")}`;
}

/** Splits a page's URL into language and path. */
export function readAddress(url: string): PageAddress {
  const language = prefix.exec(url)?.[1];
  if (!isLanguage(language)) return { language: defaultLanguage, prefixed: false, path: withOneSlash(toPagePath(url)) };
  return { language, prefixed: true, path: withOneSlash(toPagePath(url.slice(3))) };
}

/** The language switcher's choice, `?locale=`, and the URL without it; null if there is none. */
export function chosenLanguage(path: string): { language: Language; path: string } | null {
  if (!path.includes("locale=")) return null;
  const { pathname, searchParams } = new URL(path, "http://site");
  const language = searchParams.get("locale") ?? undefined;
  if (!isLanguage(language)) return null;
  searchParams.delete("locale");
  const search = searchParams.toString();
  return { language, path: withOneSlash(pathname) + (search === "" ? "" : `?${search}`) };
}

/** Whether a browser asks for a page, and not a script for a page's data or routes. */
export function isDocumentRequest(request: FastifyRequest): boolean {
  const path = request.url.split("?")[0] ?? "";
  return (
    (request.method === "GET" || request.method === "HEAD") && !path.endsWith(".data") && !path.endsWith("/__manifest")
  );
}
