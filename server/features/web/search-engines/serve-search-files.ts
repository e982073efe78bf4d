import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { Language } from "#contract/constants.ts";
import { hourMs } from "#contract/durations.ts";
import { fallbackLanguage, isLanguage, pathIn } from "#contract/languages.ts";
import { canonicalOrigin, listedPages } from "#contract/public-pages.ts";
import { lookName } from "#contract/web-app.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { browserOrigin } from "#server/http/origin.ts";
import { escapeMarkup } from "#server/lib/escape-markup.ts";
import { createReadCache } from "#server/lib/timed-cache.ts";
import type { Site } from "#server/site.ts";
import { drawPreview } from "./draw-preview.ts";

/** D1.4 (https://www.sitemaps.org/protocol.html): each page names its translations. */
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

/** Pages, but neither calls nor members' photos. Each page's robots tag says whether it may be listed. */
function robotsOf(origin: string, listed: boolean): string {
  const rules = [
    "User-agent: *",
    "Disallow: /api/",
    "Disallow: /photos/",
    "Disallow: /chat-photos/",
    "Disallow: /voice-messages/",
    "Disallow: /voice-introductions/",
    "Disallow: /staff",
  ];
  return `${[...rules, ...(listed ? ["", `Sitemap: ${origin}/sitemap.xml`] : [])].join("\n")}\n`;
}

const forAnHour = "public, max-age=3600";

const originOf = (request: FastifyRequest, { settings }: Pick<Site, "settings">) =>
  canonicalOrigin(browserOrigin(request), settings.domain);

/** D1.4. `/preview/{language}.png` is shown with a shared link: drawn on the first request, cached for an hour. */
export const serveSearchFiles: FastifyPluginAsync<EndpointOptions> = async (app, { services, callerOf }) => {
  const drawn = createReadCache<Buffer>({ max: 200, ttlMs: hourMs });

  app.get("/robots.txt", async (request, reply) => {
    const { site } = await callerOf(request);
    const listed = site.settings.search_engines !== "none";
    return reply
      .header("cache-control", forAnHour)
      .type("text/plain; charset=utf-8")
      .send(robotsOf(originOf(request, site), listed));
  });

  app.get("/sitemap.xml", { config: { limit: "page" } }, async (request, reply) => {
    const { site } = await callerOf(request);
    const pages = listedPages(site.settings.search_engines);
    if (pages.length === 0) return reply.callNotFound();
    return reply
      .header("cache-control", forAnHour)
      .type("application/xml; charset=utf-8")
      .send(sitemapOf(originOf(request, site), pages, site.settings.languages));
  });

  app.get<{ Params: { file: string } }>("/preview/:file", { config: { limit: "file" } }, async (request, reply) => {
    const language = /^(\w\w)\.png$/.exec(request.params.file)?.[1];
    if (!isLanguage(language)) return reply.code(404).header("cache-control", "no-store").send();
    const { site } = await callerOf(request);
    const { name } = site.settings;
    const picture = await drawn.get(`${lookName(site.settings)} ${language} ${name}`, services.clock.now(), () =>
      drawPreview(site.settings, name, services.texts.t(language, "home:bill.heading")),
    );
    return reply
      .headers({ "cache-control": forAnHour, "cross-origin-resource-policy": "cross-origin" })
      .type("image/png")
      .send(picture);
  });
};
