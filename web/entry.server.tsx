import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { NonceContext } from "#web/lib/nonce.ts";
import { pageOf } from "#web/lib/page.ts";
import { loadTexts, TextsProvider } from "#web/lib/texts.tsx";

// The build bundles its own copies: the server takes these from here, else a context would be two objects.
export { createRequestHandler, RouterContextProvider } from "react-router";
export { makePage, pageContext } from "#web/lib/page.ts";
export { lastResort } from "#web/shell/last-resort.ts";

/** Milliseconds until what is still streamed is given up. */
export const streamTimeout = 5_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const { language, nonce } = pageOf(loadContext);
  const texts = await loadTexts(language, "all");
  const wholeAtOnce = isbot(request.headers.get("user-agent") ?? "");

  return new Promise((resolve, reject) => {
    let answered = false;
    let failed = false;
    const timer = setTimeout(() => abort(), streamTimeout + 1_000);
    const answer = () => {
      answered = true;
      const body = new PassThrough();
      body.on("close", () => clearTimeout(timer));
      pipe(body);
      resolve(new Response(createReadableStreamFromReadable(body), { status: failed ? 500 : status, headers }));
    };
    const { pipe, abort } = renderToPipeableStream(
      <TextsProvider value={texts}>
        <NonceContext value={nonce}>
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </NonceContext>
      </TextsProvider>,
      {
        nonce,
        // what is ready stands in its place, however large the page is: put there by a script, it would move what is below
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        // a part that only has to be imported is ready a moment after the shell: then it is in the page, and moves nothing
        [wholeAtOnce ? "onAllReady" : "onShellReady"]: () => setImmediate(answer),
        onShellError: (error) => {
          clearTimeout(timer);
          reject(error);
        },
        onError: (error) => {
          failed = true;
          if (answered) console.error(error);
        },
      },
    );
  });
}
