import { Writable } from "node:stream";
import type { ReactElement } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { waitsForTouch } from "#contract/public-pages.ts";
import { memberFrame } from "#web/lib/member-frame.ts";
import { NonceContext } from "#web/lib/nonce.ts";
import { withOwnWords } from "#web/lib/own-words.server.ts";
import { type Page, pageOf } from "#web/lib/page.ts";
import { createServerFormats, FormatsProvider } from "#web/lib/page-formats.ts";
import { choosePageTexts, renderPageTexts } from "#web/lib/page-texts.ts";
import type { RootData } from "#web/lib/root-data.ts";
import { screenOf } from "#web/lib/screen.ts";
import { type TextPart, textParts } from "#web/lib/text-parts.ts";
import { loadTexts, TextsProvider } from "#web/lib/texts.tsx";

// The build bundles its own copies: the server takes these from here, otherwise a context would be two objects.
export { createRequestHandler, RouterContextProvider } from "react-router";
export { createPage, pageContext } from "#web/lib/page.ts";
export { lastResort } from "#web/shell/last-resort.ts";

/** React Router stops waiting for a loader's data after this many milliseconds. */
export const streamTimeout = 5_000;

/** If a part of a page is still being imported after this many milliseconds, the browser renders it. */
const renderTimeout = 6_000;

/** The browser loads the style sheets while it reads the page: they are the last of the addresses in its head. */
function preloadStyles({ manifest, staticHandlerContext }: EntryContext, headers: Headers): void {
  const { matches, loaderData } = staticHandlerContext;
  const styles = new Set(matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? []));
  const root: RootData | undefined = loaderData.root;
  if (root?.memberStyles) styles.add(root.memberStyles);
  for (const address of styles) headers.append("link", `<${address}>; rel=preload; as=style`);
}

/** Of a visitor's page that waits for a touch: the one script that it runs before. */
const renderPageStart = ({ chunks }: Page) =>
  `<script type="module" async="" fetchpriority="low" src="${chunks["page-start"]}"></script>`;

const memberChunks = ["member-pages", ...memberFrame];

/** Scripts that hydration needs and that no other file names: texts, and the members' frame. */
function listEarlyScripts({ chunks, language }: Page, parts: readonly TextPart[], loggedIn: boolean): string[] {
  const names = [...parts.map((part) => `texts-${part}-${language}`), ...(loggedIn ? memberChunks : [])];
  return names.flatMap((name) => chunks[name] ?? []);
}

/** A page's texts and formats, and how much of them the browser gets with it. */
async function prepareTexts({ routeModules, staticHandlerContext }: EntryContext, page: Page) {
  const { matches, loaderData } = staticHandlerContext;
  const screen = screenOf(matches.map(({ route }) => routeModules[route.id]?.handle));
  const root: RootData | undefined = loaderData.root;
  const loggedIn = root !== undefined && root.user !== null;
  const { language, path } = page;
  const builtIn = await loadTexts(language, textParts);
  // no member's page has texts that a site words itself; without the root's data only the error is shown
  const isVisitors = root !== undefined && !loggedIn;
  const { texts, worded } = isVisitors ? await withOwnWords(page, builtIn) : { texts: builtIn, worded: {} };
  const pageTexts = choosePageTexts(texts, screen.texts, { loggedIn, worded });
  const waits = isVisitors && waitsForTouch(path);
  return { texts, pageTexts, loggedIn, waits, ...createServerFormats(language) };
}

type PreparedTexts = Awaited<ReturnType<typeof prepareTexts>>;

/**
 * The build's manifest as one page needs it. React Router lists the own properties of `routes`, and copies each for
 * every page; the other routes it only looks up, which their prototype answers.
 */
function manifestOf({ manifest, staticHandlerContext: { matches } }: EntryContext): EntryContext["manifest"] {
  const own = matches.map(({ route: { id } }) => [id, manifest.routes[id]]);
  return { ...manifest, routes: Object.assign(Object.create(manifest.routes), Object.fromEntries(own)) };
}

/** A page with its data at hand: the server writes its hand-over to the browser by itself, see `renderHandOver`. */
function drawPage(
  { url }: Request,
  { serverHandoffStream: _, ...entry }: EntryContext,
  { nonce }: Page,
  { texts, formats }: Pick<PreparedTexts, "texts" | "formats">,
): ReactElement {
  const context = { ...entry, manifest: manifestOf(entry) };
  return (
    <TextsProvider value={texts}>
      <FormatsProvider value={formats}>
        <NonceContext value={nonce}>
          <ServerRouter context={context} url={url} nonce={nonce} />
        </NonceContext>
      </FormatsProvider>
    </TextsProvider>
  );
}

type Markup = { markup: string; failed: boolean };

/** Renders a page while parts of it are still being imported. Throws what the frame throws. */
function renderWaiting(page: ReactElement, nonce: string): Promise<Markup> {
  return new Promise((resolve, reject) => {
    let failed = false;
    let shellReady = false;
    const timer = setTimeout(() => abort(), renderTimeout);
    const chunks: Uint8Array[] = [];
    const collector = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve({ markup: Buffer.concat(chunks).toString(), failed });
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // no part of a large page is sent later and moved into place by a script, which would shift the content below
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => {
        clearTimeout(timer);
        pipe(collector);
      },
      onShellError: (error) => {
        clearTimeout(timer);
        reject(error);
      },
      onShellReady: () => {
        shellReady = true;
      },
      onError: (error) => {
        failed = true;
        // errors of the shell are React Router's to handle and log
        if (shellReady) console.error(error);
      },
    });
  });
}

/** React's mark of a part that it could not render at once: its script is being imported, or it failed. */
const unfinishedPart = "<!--$!-->";

/** The page, if React can render it without waiting, which takes half the time; null if it can't. */
function renderAtOnce(page: ReactElement): string | null {
  try {
    const markup = renderToString(page);
    // React's stream writes the document type itself
    return markup.includes(unfinishedPart) ? null : `<!DOCTYPE html>${markup}`;
  } catch {
    // a part of the frame is being imported, or failed: `renderWaiting` throws a failure again
    return null;
  }
}

/** Renders it whole, as its loaders have finished. React waits while a part's script is imported, once for each. */
async function renderMarkup(page: ReactElement, nonce: string): Promise<Markup> {
  const markup = renderAtOnce(page);
  return markup === null ? await renderWaiting(page, nonce) : { markup, failed: false };
}

/** The loaders' data for the browser, as React Router's own rendering writes it. Call it after the page is rendered. */
async function renderHandOver({ serverHandoffStream, renderMeta }: EntryContext, nonce: string): Promise<string> {
  if (!serverHandoffStream || !renderMeta?.didRenderScripts) return "";
  const data = JSON.stringify(await new Response(serverHandoffStream).text()).replaceAll("<", "\\u003c");
  const stream = "window.__reactRouterContext.streamController";
  return `<script nonce="${nonce}">${stream}.enqueue(${data});${stream}.close();</script>`;
}

/** The benchmark asks what React alone does for a page whose data is at hand. */
export async function renderAlone(request: Request, context: EntryContext, page: Page): Promise<string> {
  return (await renderMarkup(drawPage(request, context, page, await prepareTexts(context, page)), page.nonce)).markup;
}

/** An error page has the status of its error, also if the action of a form has answered with another one before. */
const statusOf = (status: number, { staticHandlerContext: { errors } }: EntryContext): number =>
  Object.values(errors ?? {}).find(isRouteErrorResponse)?.status ?? status;

/**
 * The server finishes the page (`server/http/finish-page.ts`), so the response is its head alone. As a whole: that is
 * compressed in one step, with a fraction of the memory of a compressing stream.
 */
export default async function handleRequest(
  request: Request,
  routerStatus: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const status = statusOf(routerStatus, routerContext);
  headers.set("content-type", "text/html; charset=utf-8");
  preloadStyles(routerContext, headers);
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const page = pageOf(loadContext);
  const prepared = await prepareTexts(routerContext, page);
  const { pageTexts, loggedIn, waits, renderElement } = prepared;
  const { markup, failed } = await renderMarkup(drawPage(request, routerContext, page, prepared), page.nonce);
  const body = (await renderHandOver(routerContext, page.nonce)) + renderPageTexts(pageTexts) + renderElement();
  page.finishWith({
    markup,
    preloads: listEarlyScripts(page, pageTexts.parts, loggedIn),
    body: waits ? body + renderPageStart(page) : body,
    waits,
  });
  return new Response(null, { status: failed ? 500 : status, headers });
}

/** Logs a page's error, unless the client caused it: an unknown address or a method that the page has no action for. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  console.error(error);
};
