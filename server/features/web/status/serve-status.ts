import { join } from "node:path";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { languages } from "#contract/constants.ts";
import { isLanguage, pathIn } from "#contract/languages.ts";
import { isDatabaseUnavailable } from "#server/db/database-unavailable.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { Failure } from "#server/http/fail.ts";
import { acceptedLanguage } from "#server/http/language.ts";
import { readPlainStyle } from "#server/http/styles.ts";
import { createReadCache } from "#server/lib/timed-cache.ts";
import { checkParts } from "./check-parts.ts";
import { readPlannedWork, statusPage, stylePath } from "./status-page.ts";

/** The page is shared by all visitors, and each process looks only this often. */
const sharedSeconds = 15;

type SiteWords = { name: string; plannedWork: string };

/**
 * It speaks each language, and answers even without a database, or while the site moves, with what this process last
 * knew about the site.
 */
export const serveStatus: FastifyPluginAsync<EndpointOptions> = async (app, { services, callerOf }) => {
  const css = readPlainStyle(join(import.meta.dirname, "status.css"));
  const checks = createReadCache<{ parts: Awaited<ReturnType<typeof checkParts>>; at: Date }>({
    max: 1,
    ttlMs: sharedSeconds * 1000,
  });
  /** The words of each host: only hosts of sites get in. */
  const wordsByHost = new Map<string, SiteWords>();

  async function wordsOf(request: FastifyRequest): Promise<SiteWords> {
    try {
      const { settings } = (await callerOf(request)).site;
      const words = { name: settings.name, plannedWork: settings.planned_work };
      wordsByHost.set(request.hostname, words);
      return words;
    } catch (error) {
      const isMoving = error instanceof Failure && error.code === "unavailable";
      if (!isMoving && !isDatabaseUnavailable(error)) throw error;
      return wordsByHost.get(request.hostname) ?? { name: "", plannedWork: "" };
    }
  }

  app.get(stylePath, async (_, reply) =>
    reply.header("cache-control", "public, max-age=3600").type("text/css; charset=utf-8").send(css),
  );

  for (const path of new Set(["/status", ...languages.map((language) => pathIn(language, "/status"))])) {
    app.get(path, async (request, reply) => {
      const prefix = path.split("/")[1];
      const { locale } = request.cookies;
      const visitorsLanguage = isLanguage(locale) ? locale : acceptedLanguage(request.headers["accept-language"]);
      const language = isLanguage(prefix) ? prefix : (visitorsLanguage ?? "en");
      const now = services.clock.now();
      const read = async () => ({ parts: await checkParts(services), at: now });
      const [words, { parts, at }] = await Promise.all([wordsOf(request), checks.get("parts", now, read)]);
      const work = readPlannedWork(words.plannedWork, now);
      return reply
        .headers({
          "cache-control": `public, max-age=${sharedSeconds}`,
          ...(!isLanguage(prefix) && { vary: "Cookie, Accept-Language" }),
          "content-security-policy": "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
        })
        .type("text/html; charset=utf-8")
        .send(statusPage(services.texts, language, { siteName: words.name, parts, work, checkedAt: at }));
    });
  }
};
