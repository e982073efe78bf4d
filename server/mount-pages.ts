import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { languages } from "#contract/constants.ts";
import { createArrivals, createVisitCounter } from "#server/features/advertising/index.ts";
import { isDatabaseUnavailable } from "./db/database-unavailable.ts";
import { visitorLanguage } from "./http/language.ts";
import type { Lookups } from "./http/lookups.ts";
import { mountWeb } from "./http/web.ts";
import { isPhotoHost } from "./photo-url.ts";
import type { Services } from "./services.ts";
import { completeSettings } from "./site-settings.ts";

/** Visits are written this often, in milliseconds; a killed process loses those since the last write. */
const visitsFlushMs = 1_000;

/** Counts the visits of the pages. The last ones are written when the app closes. */
function countVisits(app: FastifyInstance, services: Services, siteOf: Lookups["siteOf"]) {
  const counter = createVisitCounter(services);
  const timer = setInterval(() => void counter.flush(), visitsFlushMs);
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await counter.flush();
  });
  return createArrivals({ ...services, siteOf, counter });
}

/** Mounts the built pages behind all other routes; the site and the browser decide a visitor's language. */
export async function mountPages(app: FastifyInstance, lookups: Lookups, services: Services): Promise<void> {
  // if the database is unreachable, the page shows the error in the browser's language
  const findSiteIfReachable = (hostname: string) =>
    lookups.siteOf(hostname).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) return undefined;
      throw error;
    });
  const settingsOf = async (request: FastifyRequest) => (await findSiteIfReachable(request.hostname))?.settings;
  await mountWeb(app, {
    buildDirectory: join(import.meta.dirname, "../build"),
    nonceOf: (reply) => reply.cspNonce,
    now: () => services.clock.now().getTime(),
    async languageOf(request) {
      const site = (await settingsOf(request)) ?? completeSettings([]);
      return visitorLanguage(request.cookies.locale, site, request.headers["accept-language"]);
    },
    async languagesOf(request) {
      return (await settingsOf(request))?.languages ?? languages;
    },
    countryOf: (request) => services.geo.countryOf(request.ip),
    async photoHostOf(request) {
      const prefix = (await settingsOf(request))?.cdn_prefix ?? "";
      return isPhotoHost(services.config, prefix) ? prefix : "";
    },
    async siteFrameOf(request) {
      const site = await findSiteIfReachable(request.hostname);
      if (!site) return null;
      const { name, theme, font, logo, support_email } = site.settings;
      return { name, theme, font, logo, support_email, demo: site.demo };
    },
    arrive: countVisits(app, services, async (hostname) => {
      const site = await findSiteIfReachable(hostname);
      return site?.moves ? undefined : site;
    }),
  });
}
