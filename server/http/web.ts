import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ServerBuild } from "react-router";
import { defaultLanguage, type Language, languages, localeCookieDays } from "#contract/constants.ts";
import type * as WebEntry from "#web/entry.server.tsx";
import { isLanguage } from "./language.ts";
import { injectTransport, takeCookies } from "./web-transport.ts";

export type WebOptions = {
  /** The folder of `react-router build`, absolute. */
  buildDirectory: string;
  /** The nonce that the answer's CSP header names. */
  nonceOf(reply: FastifyReply): string;
  /** What to speak to a visitor whose address has no prefix (D1.4). */
  languageOf(request: FastifyRequest): Language | Promise<Language>;
};

type Build = ServerBuild & { entry: { module: typeof WebEntry } };

const prefixed = /^\/([a-z]{2})(?=\/|$|\.data$)/;
const yearInSeconds = 365 * 86_400;
const largestForm = 64 * 1024;

/** The address without its language prefix, always beginning with one slash. */
function withoutPrefix(url: string, language: string): string {
  const rest = url.slice(language.length + 1);
  return rest.startsWith("/") ? rest.replace(/^\/{2,}/, "/") : `/${rest}`;
}

function withPrefix(path: string, language: Language): string {
  if (language === defaultLanguage) return path;
  return `/${language}${path === "/" || path.startsWith("/?") ? path.slice(1) : path}`;
}

/** Takes `?locale=` off an address: the language switcher's wish, which works without scripts too (R2.13). */
function chosenLanguage(url: string): { language: Language; path: string } | null {
  const parsed = new URL(url, "http://site");
  const language = parsed.searchParams.get("locale") ?? undefined;
  if (!isLanguage(language)) return null;
  parsed.searchParams.delete("locale");
  return { language, path: parsed.pathname + parsed.search };
}

function isDocumentRequest(request: FastifyRequest): boolean {
  const path = request.url.split("?")[0] ?? "";
  return (
    (request.method === "GET" || request.method === "HEAD") && !path.endsWith(".data") && !path.endsWith("/__manifest")
  );
}

/** Scripts that a page may ask for early, by the name of their chunk. */
function namedChunks(buildDirectory: string): Record<string, string> {
  const found = readdirSync(join(buildDirectory, "client/assets")).map((file) =>
    /^_?(texts-\w\w|live)-.*\.js$/.exec(file),
  );
  return Object.fromEntries(found.flatMap((match) => (match ? [[match[1], `/assets/${match[0]}`]] : [])));
}

/** Files named by their content are kept for good, the others for an hour. */
async function serveFiles(app: FastifyInstance, client: string): Promise<void> {
  const shared = { index: false, preCompressed: true, cacheControl: false } as const;
  const keep = (value: string) => (reply: FastifyReply) => {
    reply.header("cache-control", value);
  };
  await app.register(fastifyStatic, {
    ...shared,
    root: join(client, "assets"),
    prefix: "/assets/",
    setHeaders: keep(`public, max-age=${yearInSeconds}, immutable`),
  });
  await app.register(fastifyStatic, {
    ...shared,
    root: client,
    wildcard: false,
    globIgnore: ["assets/**", ".vite/**"],
    decorateReply: false,
    setHeaders: keep("public, max-age=3600"),
  });
}

function webRequest(request: FastifyRequest, url: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) headers.append(name, item);
  }
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
  return new Request(url, { method: request.method, headers, body });
}

/**
 * Mounts the pages: the client's files, and one catch-all route that hands every other address to React Router, each
 * language by its own prefix. Call it after the API's routes. Throws where the build is missing.
 */
export async function mountWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const entry = join(options.buildDirectory, "server/index.js");
  if (!existsSync(entry)) throw new Error(`the pages are not built: ${entry} is missing`);
  const build: Build = await import(pathToFileURL(entry).href);
  const { createRequestHandler, lastResort, makePage, pageContext, RouterContextProvider } = build.entry.module;
  const chunks = namedChunks(options.buildDirectory);
  const handlers = new Map(
    languages.map((language) => {
      const basename = language === defaultLanguage ? "/" : `/${language}`;
      return [language, createRequestHandler({ ...build, basename }, "production")];
    }),
  );

  await serveFiles(app, join(options.buildDirectory, "client"));

  await app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: largestForm }, (_request, body, done) =>
      done(null, body),
    );

    pages.route({
      method: ["GET", "HEAD", "POST"],
      url: "/*",
      handler: async (request, reply) => {
        const prefix = prefixed.exec(request.url.split("?")[0] ?? "")?.[1];
        const language = isLanguage(prefix) ? prefix : defaultLanguage;
        const path = isLanguage(prefix) ? withoutPrefix(request.url, prefix) : request.url;

        if (isDocumentRequest(request)) {
          const chosen = chosenLanguage(path);
          if (chosen !== null) {
            const secure = request.protocol === "https" ? "; Secure" : "";
            const maxAge = localeCookieDays * 86_400;
            reply.header("set-cookie", `locale=${chosen.language}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`);
            return reply.redirect(withPrefix(chosen.path, chosen.language), 302);
          }
          if (prefix === defaultLanguage) return reply.redirect(path, 301);
          if (prefix === undefined || !isLanguage(prefix)) {
            const wanted = await options.languageOf(request);
            reply.header("vary", "Cookie, Accept-Language");
            if (wanted !== defaultLanguage) return reply.redirect(withPrefix(path, wanted), 302);
          }
        }

        const origin = `${request.protocol}://${request.host}`;
        const cookies: string[] = [];
        const context = new RouterContextProvider();
        context.set(
          pageContext,
          makePage({
            language,
            origin,
            path,
            nonce: options.nonceOf(reply),
            chunks,
            transport: injectTransport(app, request, language, cookies),
          }),
        );
        const handler = handlers.get(language);
        const response = await handler?.(webRequest(request, origin + request.url), context);
        takeCookies(reply, cookies);
        if (response === undefined || (isDocumentRequest(request) && isBrokenPage(response))) {
          return reply.code(500).type("text/html; charset=utf-8").send(lastResort(language));
        }
        reply.code(response.status);
        for (const [name, value] of response.headers) reply.header(name, value);
        return reply.send(response.body);
      },
    });
  });
}

/** React Router answers plain text, or nothing, where even the error page could not be rendered (R8.01). */
function isBrokenPage(response: Response): boolean {
  return response.status === 500 && !(response.headers.get("content-type") ?? "").startsWith("text/html");
}
