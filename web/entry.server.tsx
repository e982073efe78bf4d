import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { NonceContext } from "#web/lib/nonce.ts";
import { type Page, pageOf } from "#web/lib/page.ts";
import { createServerFormats, FormatsProvider } from "#web/lib/page-formats.ts";
import { choosePageTexts, renderPageTexts } from "#web/lib/page-texts.ts";
import type { RootData } from "#web/lib/root-data.ts";
import { screenOf } from "#web/lib/screen-handle.ts";
import { scriptsLast } from "#web/lib/scripts-last.server.ts";
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

const memberChunks = ["member-pages", "live", "member-bar"];

/** Links to the scripts that the first paint's page needs, and that no other file names: texts, and the members' frame. */
function linkEarlyScripts({ chunks, language }: Page, parts: readonly TextPart[], loggedIn: boolean): string {
  const names = [...parts.map((part) => `texts-${part}-${language}`), ...(loggedIn ? memberChunks : [])];
  const addresses = names.flatMap((name) => chunks[name] ?? []);
  return addresses.map((address) => `<link rel="modulepreload" href="${address}"/>`).join("");
}

/**
 * Renders a page, and sends it as a whole. Loaders have finished before, so only imports are pending and streaming
 * would gain nothing. A whole page is compressed in one step, which needs a fraction of the memory of a compressing
 * stream.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8");
  preloadStyles(routerContext, headers);
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const page = pageOf(loadContext);
  const { language, nonce } = page;
  const texts = await loadTexts(language, textParts);
  const { matches, loaderData } = routerContext.staticHandlerContext;
  const screen = screenOf(matches.map(({ route }) => routerContext.routeModules[route.id]?.handle));
  const root: RootData | undefined = loaderData.root;
  const loggedIn = root !== undefined && root.user !== null;
  const pageTexts = choosePageTexts(texts, screen?.texts ?? [], { loggedIn });
  const { formats, renderElement } = createServerFormats(language);

  return new Promise((resolve, reject) => {
    let failed = false;
    let shellReady = false;
    const timer = setTimeout(() => abort(), renderTimeout);
    const answer = async () => {
      clearTimeout(timer);
      const markup = await text(pipe(new PassThrough()));
      const whole = markup
        .replace("</head>", () => `${linkEarlyScripts(page, pageTexts.parts, loggedIn)}</head>`)
        .replace("</body>", () => `${renderPageTexts(pageTexts)}${renderElement()}</body>`);
      return new Response(scriptsLast(whole, nonce), { status: failed ? 500 : status, headers });
    };
    const { pipe, abort } = renderToPipeableStream(
      <TextsProvider value={texts}>
        <FormatsProvider value={formats}>
          <NonceContext value={nonce}>
            <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
          </NonceContext>
        </FormatsProvider>
      </TextsProvider>,
      {
        nonce,
        // no part of a large page is sent later and moved into place by a script, which would shift the content below
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => resolve(answer()),
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
      },
    );
  });
}

/** Logs a page's error, unless the client caused it: an unknown address or a method that the page has no action for. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  console.error(error);
};
