import type { FastifyRequest } from "fastify";
import { defaultLanguage, type Language, languages } from "#contract/constants.ts";
import { fallbackLanguage, isLanguage } from "#contract/languages.ts";

/** The site settings that determine a visitor's language. */
export type SiteLanguages = { domain_language: Language | ""; languages: readonly Language[] };

/** A stored language code as a `Language`; one that is no longer supported becomes the default. */
export function languageOf(code: string): Language {
  return isLanguage(code) ? code : defaultLanguage;
}

/** The best offered language of an `Accept-Language` header; all codes of Norwegian mean `nb`. */
export function acceptedLanguage(
  header: string | undefined,
  offered: readonly Language[] = languages,
): Language | undefined {
  const preferred = (header ?? "").split(",").map((part, index) => {
    const [tag = "", ...params] = part.trim().toLowerCase().split(";");
    const quality = params.map((param) => param.trim()).find((param) => param.startsWith("q="));
    const language = tag.split("-")[0] ?? "";
    return {
      language: language === "no" || language === "nn" ? "nb" : language,
      quality: Number(quality?.slice(2) ?? 1),
      index,
    };
  });
  preferred.sort((a, b) => b.quality - a.quality || a.index - b.index);
  return preferred
    .map((entry) => entry.language)
    .filter(isLanguage)
    .find((code) => offered.includes(code));
}

/** Takes the cookie, then the domain's language if it has one, then the browser's; never one not offered (D1.4). */
export function visitorLanguage(
  cookie: string | undefined,
  { domain_language: domain, languages: offered }: SiteLanguages,
  header: string | undefined,
): Language {
  if (isLanguage(cookie) && offered.includes(cookie)) return cookie;
  return domain === "" ? (acceptedLanguage(header, offered) ?? fallbackLanguage(offered)) : domain;
}

/** The language of a call's texts: `Accept-Language` first, because our pages send their own language in it. */
export function callLanguage(request: FastifyRequest, site: SiteLanguages): Language {
  return (
    acceptedLanguage(request.headers["accept-language"], site.languages) ??
    visitorLanguage(request.cookies.locale, site, undefined)
  );
}
