import type { FastifyRequest } from "fastify";
import { defaultLanguage, type Language } from "#contract/constants.ts";
import { isLanguage } from "#contract/languages.ts";

/** A stored language code as a `Language`; one that is no longer supported becomes the default. */
export function languageOf(code: string): Language {
  return isLanguage(code) ? code : defaultLanguage;
}

/** The best supported language of an `Accept-Language` header; all codes of Norwegian mean `nb`. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  const wanted = (header ?? "").split(",").map((part, index) => {
    const [tag = "", ...params] = part.trim().toLowerCase().split(";");
    const quality = Number(
      params
        .find((param) => param.trim().startsWith("q="))
        ?.trim()
        .slice(2) ?? 1,
    );
    const language = tag.split("-")[0] ?? "";
    return { language: language === "no" || language === "nn" ? "nb" : language, quality, index };
  });
  wanted.sort((a, b) => b.quality - a.quality || a.index - b.index);
  return wanted.map((entry) => entry.language).find(isLanguage);
}

/** D1.4: the cookie, then the domain's language if it has one, then the browser's. */
export function visitorLanguage(
  cookie: string | undefined,
  domain: Language | "",
  header: string | undefined,
): Language {
  if (isLanguage(cookie)) return cookie;
  return domain === "" ? (acceptedLanguage(header) ?? defaultLanguage) : domain;
}

/** The language of a call's texts: `Accept-Language` first, because our pages send their own language in it. */
export function callLanguage(request: FastifyRequest, domain: Language | ""): Language {
  return (
    acceptedLanguage(request.headers["accept-language"]) ?? visitorLanguage(request.cookies.locale, domain, undefined)
  );
}
