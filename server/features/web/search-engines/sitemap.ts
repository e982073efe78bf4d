import type { Language } from "#contract/constants.ts";
import { fallbackLanguage, pathIn } from "#contract/languages.ts";
import { escapeMarkup } from "#server/lib/escape-markup.ts";

/**
 * The sitemap of pages in some languages (D1.4; https://www.sitemaps.org/protocol.html): each page names its
 * translations.
 */
export function sitemapOf(origin: string, pages: readonly string[], languages: readonly Language[]): string {
  const address = (language: Language, path: string) => escapeMarkup(origin + pathIn(language, path));
  const entries = pages.flatMap((path) => {
    const links = [
      ...languages.map((language) => ({ code: language as string, language })),
      { code: "x-default", language: fallbackLanguage(languages) },
    ].map(({ code, language }) => `<xhtml:link rel="alternate" hreflang="${code}" href="${address(language, path)}"/>`);
    return languages.map((language) => `<url><loc>${address(language, path)}</loc>${links.join("")}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join("\n")}
</urlset>
`;
}

/**
 * What crawlers may fetch: pages, but neither API calls nor members' photos. Each page's robots tag says whether search
 * engines may list it.
 */
export function robotsOf(origin: string, listed: boolean): string {
  const rules = [
    "User-agent: *",
    "Disallow: /api/",
    "Disallow: /photos/",
    "Disallow: /chat-photos/",
    "Disallow: /staff",
  ];
  return `${[...rules, ...(listed ? ["", `Sitemap: ${origin}/sitemap.xml`] : [])].join("\n")}\n`;
}
