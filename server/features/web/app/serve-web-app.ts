import { createHash } from "node:crypto";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { adultsLabel, defaultLanguage, type Language } from "#contract/constants.ts";
import { isLanguage, pathIn } from "#contract/languages.ts";
import { splashPath, splashScreens } from "#contract/splash-screens.ts";
import {
  iconPath,
  iconSizes,
  type Look,
  lookName,
  plainPageStyle,
  type Theme,
  themeColours,
} from "#contract/web-app.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { escapeMarkup } from "#server/lib/escape-markup.ts";
import type { Site } from "#server/site.ts";
import type { Texts } from "#server/texts.ts";
import { drawIcon, drawSign, drawSplash } from "./draw.ts";
import { manifestOf } from "./manifest.ts";

/** Reloads the page as soon as the server answers. Tries every ten seconds, and when the device is online again. */
const script = `const ask=()=>fetch("/healthz",{cache:"no-store"}).then(a=>{if(a.ok)location.reload()},()=>{});addEventListener("online",ask);setInterval(ask,10000)`;

const hash = (content: string) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`;

/** Shown without a connection, with its content security policy; needs no other file. */
function offlinePageOf({ settings }: Pick<Site, "settings">, language: Language, texts: Texts) {
  const { name, theme, support_email: email } = settings;
  const translate = (key: string) => escapeMarkup(texts.t(language, key));
  const say = (key: string) => translate(`shell:${key}`);
  const style = plainPageStyle(theme);
  const links = [
    { to: pathIn(language, "/"), words: say("error.home") },
    { to: pathIn(language, "/status"), words: say("error.status") },
    ...(email === "" ? [] : [{ to: escapeMarkup(`mailto:${email}`), words: say("error.write") }]),
  ].map(({ to, words }) => `<a href="${to}">${words}</a>`);
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="rating" content="${adultsLabel}"><title>${say("offline.title")} · ${escapeMarkup(name)}</title><style>${style}</style></head>
<body>${drawSign(settings).replace("<svg ", '<svg aria-hidden="true" ')}<h1>${say("offline.title")}</h1><p role="status">${say("offline.text")}</p><p>${translate("chat:without_connection")}</p><a class="button" href="">${say("offline.again")}</a><p>${links.join(" ")}</p><script>${script}</script></body></html>
`;
  const policy = `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return { html, policy };
}

const themes = Object.keys(themeColours) as Theme[];

type Draw = () => Promise<Buffer>;

/** All images of a look by their paths. The server draws no image for any other path. */
function picturesOf(look: Look): Map<string, Draw> {
  const drawings = new Map<string, Draw>();
  for (const purpose of ["any", "maskable", "apple"] as const) {
    for (const size of iconSizes[purpose]) {
      drawings.set(iconPath(look, purpose, size), () => drawIcon(look, purpose, size));
    }
  }
  for (const screen of splashScreens) {
    const [width, height] = [screen.width * screen.ratio, screen.height * screen.ratio];
    drawings.set(splashPath(look, screen, "portrait"), () => drawSplash(look, width, height));
    drawings.set(splashPath(look, screen, "landscape"), () => drawSplash(look, height, width));
  }
  return drawings;
}

type ByLocale = { Querystring: { locale?: unknown } };

const languageOf = ({ locale }: ByLocale["Querystring"]): Language =>
  typeof locale === "string" && isLanguage(locale) ? locale : defaultLanguage;

const forAnHour = "public, max-age=3600";

/**
 * What a browser needs to install a site and to show a page without a connection. An image is
 * drawn on the first request and kept in memory; all of them take about 2 MB.
 */
export const serveWebApp: FastifyPluginAsync<EndpointOptions> = async (app, { services, callerOf }) => {
  const draws = new Map(themes.map((theme) => [lookName({ theme, logo: "" }), picturesOf({ theme, logo: "" })]));
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
    return reply.header("cache-control", forAnHour).type("image/svg+xml").send(drawSign(site.settings));
  });

  /** The images of a look: one of the palettes with the default logo, or the look of the requested site. */
  const ofLook = async (name: string, request: FastifyRequest) => {
    const cachedImages = draws.get(name);
    if (cachedImages) return cachedImages;
    const { settings } = (await callerOf(request)).site;
    if (name !== lookName(settings)) return undefined;
    const images = picturesOf(settings);
    draws.set(name, images);
    return images;
  };

  const sendPicture = async (look: string, path: string, request: FastifyRequest, reply: FastifyReply) => {
    const draw = (await ofLook(look, request))?.get(path);
    if (!draw) return reply.code(404).header("cache-control", "no-store").send();
    // stored only after drawing succeeded, so that a failure is not kept
    const picture = drawn.get(path) ?? (await draw());
    drawn.set(path, picture);
    return reply.header("cache-control", "public, max-age=31536000, immutable").type("image/png").send(picture);
  };
  for (const folder of ["/app-icons", "/app-splash"]) {
    app.get<{ Params: { look: string; file: string } }>(`${folder}/:look/:file`, async (request, reply) => {
      const { look, file } = request.params;
      return await sendPicture(look, `${folder}/${look}/${file}`, request, reply);
    });
  }
};
