import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ServerBuild } from "react-router";
import {
  comesBackSeconds,
  defaultLanguage,
  formKeyField,
  type Language,
  wordsDraftHeader,
} from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import { sharedBy } from "#contract/public-pages.ts";
import { trackingHeader } from "#contract/tracking.ts";
import type * as WebEntry from "#web/entry.server.tsx";
import type { PageParts, PageRequest, SiteFrame } from "#web/lib/page.ts";
import { readHostCookie, setPlainCookie } from "./cookies.ts";
import { fail } from "./fail.ts";
import { finishPage, readStyleSheets, type StyleSheets } from "./finish-page.ts";
import { contentSecurityPolicy, nonceSource } from "./headers.ts";
import { browserOrigin } from "./origin.ts";
import { chosenLanguage, isDocumentRequest, type PageAddress, readAddress } from "./page-address.ts";
import {
  createSharedPages,
  type SharedPage,
  sendSharedPage,
  sharedCacheControl,
  sharedVary,
  toSharedPage,
} from "./shared-pages.ts";
import { copyCookies, injectTransport } from "./web-transport.ts";

export type WebOptions = {
  /** The folder of `react-router build`, absolute. */
  buildDirectory: string;
  nonceOf(reply: FastifyReply): string;
  /** The language of a visitor whose URL has no prefix. */
  languageOf(request: FastifyRequest): Language | Promise<Language>;
  languagesOf(request: FastifyRequest): readonly Language[] | Promise<readonly Language[]>;
  /** The product's clock, in milliseconds. */
  now(): number;
  /** The country of the visitor's address, which prices depend on; null if unknown. */
  countryOf(request: FastifyRequest): string | null;
  /** Another host that serves photos, such as `https://cdn.example`; empty: the site's own. */
  photoHostOf(request: FastifyRequest): string | Promise<string>;
  /** What an error page shows of its site; null: it can't be read. */
  siteFrameOf(request: FastifyRequest): Promise<SiteFrame | null>;
  /** Called before a page is rendered for an address; null if there is nothing to do. */
  arrive?(request: FastifyRequest, address: PageAddress): Promise<Arrival | null>;
};

/** An address to redirect the visitor to, or what to do once the page was rendered with status 200. */
type Arrival = { redirect: string } | { shown(): void };

type Build = ServerBuild & { entry: { module: typeof WebEntry } };

const yearInSeconds = 365 * 86_400;
const largestForm = 64 * 1024;

const unsharing = ["cookie", trackingHeader, wordsDraftHeader];

/** A query may carry a traffic source, a cookie a visitor, a header the visit's origin: these get no shared page. */
function sharedWith({ method, headers }: FastifyRequest, { path }: PageAddress): ReturnType<typeof sharedBy> {
  const isPlain = method === "GET" && unsharing.every((name) => headers[name] === undefined);
  return isPlain ? sharedBy(path) : null;
}

/** The built files by the name of their chunk, for those that a page names itself: a style sheet ends with `.css`. */
function namedChunks(buildDirectory: string): Record<string, string> {
  const chunks: Record<string, string> = {};
  for (const file of readdirSync(join(buildDirectory, "client/assets"))) {
    const [, name, kind] = /^_?(.+)-[\w-]{8}\.(js|css)$/.exec(file) ?? [];
    if (name !== undefined) chunks[kind === "js" ? name : `${name}.css`] = `/assets/${file}`;
  }
  return chunks;
}

/** The service worker for pushes: never cached, as a browser would go on using an old one with its bugs. */
const pushWorker = "/sw-push.js";

/** Files named by their content are cached forever, the other files for an hour. */
async function serveFiles(app: FastifyInstance, client: string): Promise<void> {
  const shared = { index: false, preCompressed: true, cacheControl: false } as const;
  const ownHeaders = (reply: FastifyReply, path: string) => {
    reply.header("cache-control", path.endsWith(pushWorker) ? "no-cache" : "public, max-age=3600");
  };
  const assetHeaders = (reply: FastifyReply) => {
    reply.header("cache-control", `public, max-age=${yearInSeconds}, immutable`);
  };
  await app.register(fastifyStatic, {
    ...shared,
    root: join(client, "assets"),
    prefix: "/assets/",
    setHeaders: assetHeaders,
  });
  await app.register(fastifyStatic, {
    ...shared,
    root: client,
    wildcard: false,
    globIgnore: ["assets/**", ".vite/**"],
    decorateReply: false,
    setHeaders: ownHeaders,
  });
}

/** Whether the body is a form, from a script or not. React Router would parse any other body as a form, and fail. */
function isForm(request: FastifyRequest): boolean {
  return /^application\/x-www-form-urlencoded(?:\s*;|$)/i.test(request.headers["content-type"] ?? "");
}

/** The key of a form without scripts; null if none was posted. */
const formKeyOf = ({ body }: FastifyRequest) =>
  Buffer.isBuffer(body) ? new URLSearchParams(body.toString()).get(formKeyField) : null;

function toWebRequest(request: FastifyRequest, url: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    const items = Array.isArray(value) ? value : [value];
    for (const item of items) if (item !== undefined) headers.append(name, item);
  }
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
  return new Request(url, { method: request.method, headers, body });
}

/** Redirects to the page in the language that the visitor chose or should get; null if it is that already. */
async function redirectToLanguage(
  { path, prefixed, language }: PageAddress,
  request: FastifyRequest,
  reply: FastifyReply,
  { languageOf, languagesOf }: WebOptions,
): Promise<FastifyReply | null> {
  const offered = await languagesOf(request);
  const chosen = chosenLanguage(path);
  if (chosen !== null && !offered.includes(chosen.language)) {
    return reply.redirect(pathIn(await languageOf(request), chosen.path), 302);
  }
  if (chosen !== null) {
    setPlainCookie(request, reply, "locale", chosen.language);
    return reply.redirect(pathIn(chosen.language, chosen.path), 302);
  }
  if (prefixed && offered.includes(language)) return language === defaultLanguage ? reply.redirect(path, 301) : null;
  const preferred = await languageOf(request);
  reply.header("vary", "Cookie, Accept-Language");
  return preferred === defaultLanguage && !prefixed ? null : reply.redirect(pathIn(preferred, path), 302);
}

function createHandlers(build: Build) {
  const { createRequestHandler } = build.entry.module;
  const handlers = new Map<Language, ReturnType<typeof createRequestHandler>>();
  return (language: Language) => {
    const existing = handlers.get(language);
    if (existing !== undefined) return existing;
    const basename = language === defaultLanguage ? "/" : `/${language}`;
    const handler = createRequestHandler({ ...build, basename }, "production");
    handlers.set(language, handler);
    return handler;
  };
}

type Rendered = {
  response: Response;
  /** React's page and what it still needs; null: the answer is no page. */
  parts: PageParts | null;
};

type RenderedPage = Rendered & {
  photoHost: string;
  prefixed: boolean;
  /** The visitors who get this page, so that it is kept for them; caches keep only what all get. */
  shared: ReturnType<typeof sharedBy>;
};

/** A page as it goes out: to its visitor alone, with a nonce, or to all visitors. */
type ReadyPage = { status: number; html: string | Buffer | null; headers: Headers; shared: SharedPage | null };

async function completePage(
  request: FastifyRequest,
  { response, parts, photoHost, prefixed, shared }: RenderedPage,
  { nonce, sheets, now }: { nonce: string; sheets: StyleSheets; now: number },
): Promise<ReadyPage> {
  const { status, headers } = response;
  // a member's browser has the style sheets from visits before, a visitor's page has them inside
  const isVisitor = readHostCookie(request, "auth") === undefined;
  if (isVisitor) headers.delete("link");
  if (parts === null && response.body === null) return { status, html: null, headers, shared: null };
  const isShared = parts !== null && shared !== null && status === 200;
  const page = parts
    ? finishPage(parts, { nonce, sheets: isVisitor ? sheets : null, isShared })
    : // as a whole, not as a stream, so that it is compressed in one step
      { html: Buffer.from(await response.arrayBuffer()), scripts: nonceSource(nonce) };
  headers.set("content-security-policy", contentSecurityPolicy({ ...page, photos: photoHost }, request.protocol));
  if (!isShared) return { status, html: page.html, headers, shared: null };
  if (shared === "all") {
    headers.set("cache-control", sharedCacheControl);
    headers.set("vary", sharedVary(prefixed));
  }
  return { status, html: page.html, headers, shared: toSharedPage(page.html, Object.fromEntries(headers), now) };
}

/** What a shared page depends on: site, protocol, address, language, country, and whether the browser saves data. */
const sharedKey = (request: FastifyRequest, language: Language, country: string | null) =>
  [request.protocol, request.host, request.url, language, country, request.headers["save-data"] === "on"].join(" ");

type Render = (request: Request, page: Omit<PageRequest, "chunks" | "finishWith">) => Promise<Rendered>;

/**
 * Finishes the error page of an API that knows nothing, as all visitors would get it, so that every change of a page is
 * tried before a visitor asks for one. Needs no database.
 */
async function finishProbe(render: Render, sheets: StyleSheets): Promise<void> {
  const [origin, nonce] = ["http://probe.invalid", "probe"];
  const { response, parts } = await render(new Request(`${origin}/`), {
    language: defaultLanguage,
    origin,
    path: "/",
    nonce,
    cookies: null,
    hasSession: false,
    siteFrame: async () => null,
    shared: "all",
    unshare: () => {},
    transport: async () => ({ status: 404, header: () => null, text: async () => "{}" }),
    formKey: null,
  });
  if (parts === null) throw new Error(`the pages can't be rendered: ${response.status} ${await response.text()}`);
  finishPage(parts, { nonce, sheets, isShared: true });
}

/**
 * Call it after the API's routes: all other URLs go to React Router. Throws if the build is missing, or if its pages
 * can't be finished.
 */
export async function mountWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const entry = join(options.buildDirectory, "server/index.js");
  if (!existsSync(entry)) throw new Error(`the pages are not built, run node scripts/prepare.mjs: ${entry} is missing`);
  const build: Build = await import(pathToFileURL(entry).href);
  const { lastResort, createPage, pageContext, RouterContextProvider } = build.entry.module;
  const chunks = namedChunks(options.buildDirectory);
  const sheets = readStyleSheets(join(options.buildDirectory, "client"));
  const getHandler = createHandlers(build);

  const sharedPages = createSharedPages(options.now);

  const render: Render = async (request, page) => {
    let parts: PageParts | null = null;
    const finishWith = (added: PageParts) => {
      parts = added;
    };
    const context = new RouterContextProvider();
    context.set(pageContext, createPage({ ...page, chunks, finishWith }));
    return { response: await getHandler(page.language)(request, context), parts };
  };

  const renderPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { language, path, prefixed }: PageAddress,
    mayBeShared: ReturnType<typeof sharedBy>,
  ): Promise<ReadyPage & { cookies: string[]; isBroken: boolean }> => {
    const photoHost = await options.photoHostOf(request);
    let unshared = false;
    const origin = browserOrigin(request);
    const cookies: string[] = [];
    const nonce = options.nonceOf(reply);
    const rendered = await render(toWebRequest(request, origin + request.url), {
      language,
      origin,
      path,
      nonce,
      cookies: request.headers.cookie ?? null,
      hasSession: readHostCookie(request, "auth") !== undefined,
      siteFrame: () => options.siteFrameOf(request),
      shared: mayBeShared,
      unshare: () => {
        unshared = true;
      },
      transport: injectTransport(app, request, language, cookies),
      formKey: formKeyOf(request),
    });
    const isBroken = isBrokenPage(rendered.response);
    const shared = unshared || cookies.length > 0 ? null : mayBeShared;
    const how = { nonce, sheets, now: options.now() };
    return { ...(await completePage(request, { ...rendered, photoHost, prefixed, shared }, how)), cookies, isBroken };
  };

  const servePage = async (request: FastifyRequest, reply: FastifyReply) => {
    // the API answers unknown calls itself, in JSON
    if (request.url.startsWith("/api/")) return reply.callNotFound();
    if (request.method === "POST" && !isForm(request)) throw fail("unsupported_media_type");
    const address = readAddress(request.url);
    const { language } = address;
    const isDocument = isDocumentRequest(request);
    if (isDocument) {
      const redirected = await redirectToLanguage(address, request, reply, options);
      if (redirected !== null) return redirected;
    }
    const arrival = isDocument ? await options.arrive?.(request, address) : null;
    if (arrival && "redirect" in arrival) return reply.redirect(arrival.redirect, 302);

    const mayBeShared = isDocument ? sharedWith(request, address) : null;
    const key = sharedKey(request, language, mayBeShared === "country" ? options.countryOf(request) : null);
    const renderThis = () => renderPage(request, reply, address, mayBeShared);
    const answer = mayBeShared ? await sharedPages.get(key, renderThis) : { page: await renderThis() };
    if ("kept" in answer) {
      arrival?.shown();
      return sendSharedPage(request, reply, answer.kept, options.now());
    }
    const { page } = answer;
    copyCookies(reply, page.cookies);
    if (isDocument && page.isBroken) {
      const nonce = options.nonceOf(reply);
      const source = nonceSource(nonce);
      return reply
        .code(500)
        .header("content-security-policy", contentSecurityPolicy({ scripts: source, styles: source }, request.protocol))
        .type("text/html; charset=utf-8")
        .send(lastResort({ language, nonce, site: await options.siteFrameOf(request) }));
    }
    if (arrival && page.status === 200) arrival.shown();
    if (page.shared) return sendSharedPage(request, reply, page.shared, options.now());
    reply.code(page.status);
    // a call of the page failed for a moment, as during a failover, or its site moves
    if (page.status === 503) reply.header("retry-after", String(comesBackSeconds));
    for (const [name, value] of page.headers) reply.header(name, value);
    return reply.send(page.html);
  };

  await finishProbe(render, sheets);
  await serveFiles(app, join(options.buildDirectory, "client"));
  await app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: largestForm }, (_request, body, done) =>
      done(null, body),
    );
    pages.route({
      method: ["GET", "HEAD", "POST"],
      url: "/*",
      config: { page: true, limit: "page" },
      handler: servePage,
    });
  });
}

/** Plain text or an empty body is React Router's answer if even the error page failed to render (R8.01). */
function isBrokenPage(response: Response): boolean {
  return response.status === 500 && !(response.headers.get("content-type") ?? "").startsWith("text/html");
}
