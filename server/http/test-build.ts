import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A page as React Router writes it; `finish-page.test.ts` shows it before and after. */
export const reactMarkup = (content: string, nonce = "n0nce", language = "en"): string =>
  `<!DOCTYPE html><html lang="${language}"><head><meta charSet="utf-8"/><link rel="modulepreload" href="/assets/entry-abc.js" nonce="${nonce}"/><link nonce="${nonce}" rel="stylesheet" href="/assets/root-ab_-3cde.css"/></head><body>${content}<script nonce="${nonce}">window.__reactRouterContext = {};</script><script nonce="${nonce}" type="module" async="">import("/assets/entry-abc.js");</script></body></html>`;

/**
 * Makes a build in place of the real one, which takes seconds, and returns its folder. `answer` is the source of its
 * handler, with `build`, `request`, `page`, the request of the page, and `show`, which renders a page; `probe` answers
 * the page that is rendered when the server starts.
 */
export function makeTestBuild(answer: string, probe = 'return show("");'): string {
  const folder = mkdtempSync(join(tmpdir(), "web-"));
  for (const part of ["server", "client/assets"]) mkdirSync(join(folder, part), { recursive: true });
  writeFileSync(join(folder, "server/package.json"), '{ "type": "module" }');
  writeFileSync(
    join(folder, "server/index.js"),
    `import { reactMarkup } from ${JSON.stringify(import.meta.filename)};
export const entry = { module: {
  pageContext: "page",
  RouterContextProvider: Map,
  createPage: (request) => request,
  lastResort: ({ language, site }) => "last resort in " + language + ", " + site.theme,
  createRequestHandler: (build) => async (request, context) => {
    const page = context.get("page");
    const show = (content, { status = 200, headers = {} } = {}) => {
      const markup = reactMarkup(content, page.nonce, page.language);
      page.finishWith({ markup, preloads: [], body: "", waits: false });
      return new Response(null, { status, headers: { "content-type": "text/html; charset=utf-8", ...headers } });
    };
    if (page.nonce === "probe") { ${probe} }
    ${answer}
  },
} };
export const assets = { entry: { module: "/assets/entry-abc.js", imports: ["/assets/react-def.js"] } };`,
  );
  writeFileSync(join(folder, "client/assets/root-ab_-3cde.css"), "h1{color:red}");
  return folder;
}
