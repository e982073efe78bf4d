import type { FastifyPluginAsync, FastifyReply } from "fastify";
import { defaultLanguage, type Language } from "#contract/constants.ts";
import { isLanguage } from "#contract/languages.ts";
import { splashPath, splashScreens } from "#contract/splash-screens.ts";
import { iconPath, iconSizes, type Theme, themeColours } from "#contract/web-app.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { drawIcon, drawSign, drawSplash } from "./draw.ts";
import { manifestOf } from "./manifest.ts";
import { offlinePageOf } from "./offline-page.ts";

const themes = Object.keys(themeColours) as Theme[];

type Draw = () => Promise<Buffer>;

/** Every picture there is, by its path: no other address makes the server draw. */
function pictures(): Map<string, Draw> {
  const found = new Map<string, Draw>();
  for (const theme of themes) {
    for (const purpose of ["any", "maskable", "apple"] as const) {
      for (const size of iconSizes[purpose]) {
        found.set(iconPath(theme, purpose, size), () => drawIcon(theme, purpose, size));
      }
    }
    for (const screen of splashScreens) {
      const [width, height] = [screen.width * screen.ratio, screen.height * screen.ratio];
      found.set(splashPath(theme, screen, "portrait"), () => drawSplash(theme, width, height));
      found.set(splashPath(theme, screen, "landscape"), () => drawSplash(theme, height, width));
    }
  }
  return found;
}

type ByLocale = { Querystring: { locale?: unknown } };

const languageOf = ({ locale }: ByLocale["Querystring"]): Language =>
  typeof locale === "string" && isLanguage(locale) ? locale : defaultLanguage;

const forAnHour = "public, max-age=3600";

/**
 * `GET /manifest.webmanifest?locale=…`, `/offline.html?locale=…`, `/icon.svg`, `/app-icons/…` and `/app-splash/…`: what
 * a browser needs to install a site (R2.29, R2.15) and to show it without a connection (R7.05). A picture is drawn when
 * it is first asked for, and kept: all of them are about 2 MB.
 */
export const serveWebApp: FastifyPluginAsync<EndpointOptions> = async (app, { services, callerOf }) => {
  const draws = pictures();
  const drawn = new Map<string, Buffer>();

  app.get<ByLocale>("/manifest.webmanifest", async (request, reply) => {
    const { site } = await callerOf(request);
    return reply
      .header("cache-control", forAnHour)
      .type("application/manifest+json")
      .send(JSON.stringify(manifestOf(site, languageOf(request.query), services.texts)));
  });

  app.get<ByLocale>("/offline.html", async (request, reply) => {
    const { site } = await callerOf(request);
    const { html, policy } = offlinePageOf(site, languageOf(request.query), services.texts);
    return reply
      .headers({ "cache-control": forAnHour, "content-security-policy": policy, "x-robots-tag": "noindex" })
      .type("text/html; charset=utf-8")
      .send(html);
  });

  app.get("/icon.svg", async (request, reply) => {
    const { site } = await callerOf(request);
    return reply.header("cache-control", forAnHour).type("image/svg+xml").send(drawSign(site.settings.theme));
  });

  const sendPicture = async (path: string, reply: FastifyReply) => {
    const draw = draws.get(path);
    if (!draw) return reply.code(404).header("cache-control", "no-store").send();
    // kept only once it is drawn: a failure must not stay
    const picture = drawn.get(path) ?? (await draw());
    drawn.set(path, picture);
    return reply.header("cache-control", "public, max-age=31536000, immutable").type("image/png").send(picture);
  };
  for (const folder of ["/app-icons", "/app-splash"]) {
    app.get<{ Params: { theme: string; file: string } }>(`${folder}/:theme/:file`, async ({ params }, reply) =>
      sendPicture(`${folder}/${params.theme}/${params.file}`, reply),
    );
  }
};
