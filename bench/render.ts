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
const [sharedAmount, memberAmount] = [5_000, 500];

type Reader = { chat: string; other: string };
/** Members' pages: the search, a profile, the chats and one of them. */
const memberPages: Record<string, (reader: Reader) => string> = {
  "/members": () => "/members",
  "/members/…": ({ other }) => `/members/${other}`,
  "/chats": () => "/chats",
  "/chats/…": ({ chat }) => `/chats/${chat}`,
};

/** V8 goes on compiling for about 1,500 of the members pages. */
const [warmUps, turns] = [3, 5];

/**
 * Renders a page again and again with its data at hand: what React alone needs, in this process. The returned function
 * resolves with the milliseconds of CPU for each page.
 */
async function prepareReact(origin: string, cookie: string, path: string): Promise<() => Promise<number>> {
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
  const request = {
    language: "en",
    origin,
    path,
    nonce: "bench",
    chunks: {},
    shared: null,
    formKey: null,
    hasSession: true,
    cookies: cookie,
  } as const;
  const context = new RouterContextProvider();
  context.set(
    pageContext,
    createPage({ ...request, siteFrame: async () => null, unshare: () => {}, finishWith: () => {}, transport }),
  );
  await handle(new Request(origin + path, { headers: { cookie } }), context);
  const [page] = rendered;
  if (page === undefined) throw new Error(`${path} was not rendered`);
  return async () => {
    const before = process.cpuUsage();
    for (let time = 0; time < memberAmount; time += 1) await renderAlone(page.request, page.context, page.page);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / memberAmount;
  };
}

/** Milliseconds of CPU for each page, and for React's own rendering of those of members. */
export async function render(): Promise<Part> {
  await using running = new AsyncDisposableStack();
  const product = await startWholeProduct(running, { DEMO_PHOTOS: "few" });
  const people = await demoMembers(product.db, 128);
  const readers = people.map((reader, index) => ({ ...reader, other: people[(index + 1) % people.length]?.id ?? "" }));
  let turn = 0;
  const cost = async (pages: number, nextPage: () => { path: string; headers: Record<string, string> }) => {
    const next = () => {
      turn += 1;
      const { path, headers } = nextPage();
      return pageRequest(turn, path, { "accept-encoding": "gzip, deflate, br, zstd", ...headers });
    };
    const { cpu } = await withCpu(product.meter, () => loadHttp(product.origin, pages, next));
    return cpu.server / pages;
  };
  const shared: Record<string, number> = {};
  for (const path of [...sharedPaths, ...sharedPaths]) {
    shared[path] = await cost(sharedAmount, () => ({ path, headers: { "user-agent": "bench/1.0" } }));
  }
  const [first] = readers;
  if (first === undefined) throw new Error("no member of the demo has a chat");
  const middle = (times: number[]) => median(times.slice(warmUps).sort((a, b) => a - b));
  const ofMembers: Record<string, { page: number; react: number }> = {};
  for (const [name, pathOf] of Object.entries(memberPages)) {
    const nextPage = () => {
      const reader = readers[turn % readers.length] ?? first;
      return { path: pathOf(reader), headers: { cookie: reader.cookie } };
    };
    const renderByReact = await prepareReact(product.origin, first.cookie, pathOf(first));
    const measured = { page: [] as number[], react: [] as number[] };
    for (let round = 0; round < warmUps + turns; round += 1) {
      measured.page.push(await cost(memberAmount, nextPage));
      measured.react.push(await renderByReact());
    }
    ofMembers[name] = { page: middle(measured.page), react: middle(measured.react) };
  }
  const dearest = Math.max(...Object.values(ofMembers).map(({ page }) => page));
  const factors = Object.values(ofMembers).map(({ page, react }) => page / react);
  const goals = [
    atMost("render: CPU ms of a shared page, the dearest", Math.max(...Object.values(shared)), 0.2),
    atMost("render: CPU ms of a member's page, the dearest", dearest, 8),
    atMost("render: CPU of a member's page ÷ React's own rendering, at most", Math.max(...factors), 2.5),
  ];
  const alone = Object.entries(shared).map(([name, page]) => [name, { page, react: null }] as const);
  const pages = { ...Object.fromEntries(alone), ...ofMembers };
  const text = figuresTable<{ page: number; react: number | null }>("page", pages, {
    "CPU ms": ({ page }) => page.toFixed(2),
    "React alone": ({ react }) => react?.toFixed(2) ?? "–",
    "÷ React": ({ page, react }) => (react === null ? "–" : (page / react).toFixed(1)),
  });
  return { figures: { shared, members: ofMembers }, goals, text };
}
