// What a page costs the server's processor: one that visitors share, and a member's beside React's own rendering of it.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { EntryContext, ServerBuild } from "react-router";
import type * as WebEntry from "#web/entry.server.tsx";
import type { Page } from "#web/lib/page.ts";
import { withCpu } from "./cpu.ts";
import { startWholeProduct } from "./database.ts";
import { loadHttp } from "./load.ts";
import { demoMembers, pageRequest } from "./members.ts";
import { atMost, figuresTable, type Part } from "./report.ts";
import { median } from "./rounds.ts";

type Build = ServerBuild & { entry: { module: typeof WebEntry } };

const sharedPaths = ["/", "/de", "/landers/gallery", "/pages/terms", "/pricing"];
const [sharedPages, memberPages] = [5_000, 500];
/** V8 goes on compiling for about 1,500 of the members pages. */
const [warmUps, turns] = [3, 5];

/**
 * Renders the members page again and again with its data at hand: what React alone needs, in this process. The returned
 * function resolves with the milliseconds of CPU for each page.
 */
async function prepareReact(origin: string, cookie: string): Promise<() => Promise<number>> {
  const build: Build = await import(pathToFileURL(join(import.meta.dirname, "../build/server/index.js")).href);
  const { createRequestHandler, createPage, pageContext, RouterContextProvider, renderAlone } = build.entry.module;
  const rendered: { request: Request; context: EntryContext; page: Page }[] = [];
  const capture: typeof build.entry.module.default = async (request, _status, _headers, context, loadContext) => {
    rendered.push({ request, context, page: loadContext.get(pageContext) });
    return new Response();
  };
  const handle = createRequestHandler({ ...build, entry: { module: { ...build.entry.module, default: capture } } });
  const transport: Parameters<typeof createPage>[0]["transport"] = async ({ method, url, headers }) => {
    const answer = await fetch(origin + url, { method, headers: { ...headers, cookie } });
    return { status: answer.status, header: (name) => answer.headers.get(name), text: () => answer.text() };
  };
  const path = "/members";
  const request = { language: "en", origin, path, nonce: "bench", chunks: {}, shared: null, formKey: null } as const;
  const context = new RouterContextProvider();
  context.set(pageContext, createPage({ ...request, unshare: () => {}, finishWith: () => {}, transport }));
  await handle(new Request(origin + path, { headers: { cookie } }), context);
  const [page] = rendered;
  if (page === undefined) throw new Error("the members page was not rendered");
  return async () => {
    const before = process.cpuUsage();
    for (let time = 0; time < memberPages; time += 1) await renderAlone(page.request, page.context, page.page);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / memberPages;
  };
}

/** Milliseconds of CPU for each page, and for React's own rendering of the members page. */
export async function render(): Promise<Part> {
  await using running = new AsyncDisposableStack();
  const product = await startWholeProduct(running, { DEMO_PHOTOS: "few" });
  const people = await demoMembers(product.db, 128);
  let turn = 0;
  const cost = async (pages: number, path: string, headersOf: () => Record<string, string>) => {
    const next = () => {
      turn += 1;
      return pageRequest(turn, path, { "accept-encoding": "gzip, deflate, br, zstd", ...headersOf() });
    };
    const { cpu } = await withCpu(product.meter, () => loadHttp(product.origin, pages, next));
    return cpu.server / pages;
  };
  const shared: Record<string, number> = {};
  for (const path of [...sharedPaths, ...sharedPaths]) {
    shared[path] = await cost(sharedPages, path, () => ({ "user-agent": "bench/1.0" }));
  }
  const asMember = () => ({ cookie: people[turn % people.length]?.cookie ?? "" });
  const renderByReact = await prepareReact(product.origin, people[0]?.cookie ?? "");
  const measured = { page: [] as number[], react: [] as number[] };
  for (let round = 0; round < warmUps + turns; round += 1) {
    measured.page.push(await cost(memberPages, "/members", asMember));
    measured.react.push(await renderByReact());
  }
  const middle = (times: number[]) => median(times.slice(warmUps).sort((a, b) => a - b));
  const [members, react] = [middle(measured.page), middle(measured.react)];
  const goals = [
    atMost("render: CPU ms of a shared page, the dearest", Math.max(...Object.values(shared)), 0.3),
    atMost("render: CPU ms of the members page", members, 10),
    atMost("render: CPU of the members page ÷ React's own rendering", members / react, 2),
  ];
  const pages = { ...shared, "/members": members, "/members by React alone": react };
  const text = figuresTable("page", pages, { "CPU ms": (ms) => ms.toFixed(2) });
  return { figures: { shared, members, react }, goals, text };
}
