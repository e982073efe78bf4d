import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { languages } from "#contract/constants.ts";
import { isDatabaseAway } from "./db/away.ts";
import { visitorLanguage } from "./http/language.ts";
import type { Lookups } from "./http/lookups.ts";
import { mountWeb } from "./http/web.ts";
import { completeSettings, isOtherHost } from "./site-settings.ts";

/** Mounts the built pages behind all other routes; the site and the browser decide a visitor's language (D1.4). */
export async function mountPages(app: FastifyInstance, lookups: Lookups): Promise<void> {
  // if the database is away, the page shows the error in the browser's language
  const settingsOf = async (request: FastifyRequest) => {
    const site = await lookups.siteOf(request.hostname).catch((error: unknown) => {
      if (isDatabaseAway(error)) return undefined;
      throw error;
    });
    return site?.settings;
  };
  await mountWeb(app, {
    buildDirectory: join(import.meta.dirname, "../build"),
    nonceOf: (reply) => reply.cspNonce,
    async languageOf(request) {
      const site = (await settingsOf(request)) ?? completeSettings([]);
      return visitorLanguage(request.cookies.locale, site, request.headers["accept-language"]);
    },
    async languagesOf(request) {
      return (await settingsOf(request))?.languages ?? languages;
    },
    async filesHostOf(request) {
      const prefix = (await settingsOf(request))?.cdn_prefix ?? "";
      return isOtherHost(prefix) ? prefix : "";
    },
  });
}
