import { createServer } from "node:net";
import { brotliCompressSync } from "node:zlib";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { sql } from "kysely";
import lighthouse from "lighthouse";
import * as constants from "lighthouse/core/config/constants.js";
import { findChromiums } from "#scripts/chromium.ts";
import type { Db } from "#server/db/pool.ts";
import { phone, phoneSlowdown } from "./phone.ts";
import { demoMembers, startWholeProduct } from "./whole.ts";

/** Bytes are compressed. LCP and INP are milliseconds. Lighthouse's scores are 0 to 100. */
export type PageFigures = {
  for: "visitors" | "members";
  /** How many times slower the CPU was made. */
  slower: number;
  scripts: number;
  styles: number;
  /** All files but photos. */
  total: number;
  lcp: number;
  cls: number;
  inp: number;
  lighthouse?: Record<"performance" | "accessibility" | "best-practices" | "seo", number>;
  /** Search engines may list it. */
  listed: boolean;
};

type Visited = {
  name: string;
  for: PageFigures["for"];
  path: string;
  /** The user's first interactions; INP is the longest of them. */
  act(page: Page): Promise<void>;
  scored?: boolean;
  listed?: boolean;
};

/** The browser's own "slow 4G": 1.6 Mbit/s down, 0.75 up, 150 ms to and fro, as its tools apply them to requests. */
const slow4g = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6 * 0.9 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 0.9 * 1024 * 1024) / 8,
};

/** How long a finger rests on the screen when it taps, in milliseconds. */
const tapMs = 80;

/** Taps as a finger does. Playwright's own tap lasts no time, and listens to each event inside the page. */
const tap = (selector: string) => async (page: Page) => {
  const wanted = page.locator(selector).first();
  await wanted.scrollIntoViewIfNeeded();
  const box = await wanted.boundingBox();
  if (box === null) throw new Error(`${selector} is not in view`);
  const touch = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await new Promise((resolve) => setTimeout(resolve, tapMs));
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
};
const type = (selector: string) => async (page: Page) => {
  await tap(selector)(page);
  await page.locator(selector).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("Good evening");
};

async function pagesOf(db: Db, { id, chat }: { id: string; chat: string }): Promise<Visited[]> {
  const { rows } = await sql<{ id: string }>`
    select p.member_id as id from profiles p join photos f on f.id = p.main_photo_id and f.status = 'active'
    where p.listed and p.member_id <> ${id} and p.site_id = (select min(id) from sites) limit 1`.execute(db);
  const other = rows[0]?.id;
  if (other === undefined) throw new Error("the site has no member with a photo");
  const menu = tap(".language-menu summary");
  return [
    { name: "home", for: "visitors", path: "/", act: tap("main a[href*='/signup']"), scored: true, listed: true },
    { name: "lander", for: "visitors", path: "/landers/gallery", act: menu, scored: true, listed: true },
    { name: "landing", for: "visitors", path: `/members/${other}/landing2`, act: type("textarea"), scored: true },
    { name: "pricing", for: "visitors", path: "/pricing", act: menu, scored: true, listed: true },
    { name: "terms", for: "visitors", path: "/pages/terms", act: menu },
    { name: "members", for: "members", path: "/members?filters=none", act: tap(".filter-button"), scored: true },
    { name: "profile", for: "members", path: `/members/${other}`, act: tap(".profile-actions button") },
    { name: "chat", for: "members", path: `/chats/${chat}`, act: type("textarea") },
    { name: "swipe", for: "members", path: "/swipe-game", act: tap(".swipe-button-like") },
  ];
}

/** Collects, inside the page, the browser's reports of layout shifts and of the user's interactions. */
function observe(): void {
  const seen = { lcp: 0, cls: 0, inp: 0, alive: 0 };
  Object.assign(window, { seen });
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; interactionId: number };
  const watch = (type: string, note: (entry: Entry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as Entry);
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  watch("largest-contentful-paint", ({ startTime }) => {
    seen.lcp = startTime;
  });
  watch("layout-shift", ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.cls += value;
  });
  watch("event", ({ interactionId, duration }) => {
    if (interactionId > 0) seen.inp = Math.max(seen.inp, duration);
  });
  new MutationObserver(() => {
    if (seen.alive === 0 && document.documentElement?.dataset.alive === "true") seen.alive = performance.now();
  }).observe(document, { attributes: true, subtree: true });
}

/** The bytes that the page loaded until it reacted, without the texts of other pages that it fetches later. */
function loadedBytes() {
  const { alive } = Reflect.get(window, "seen") as { alive: number };
  const entries = [
    ...(performance.getEntriesByType("navigation") as PerformanceResourceTiming[]),
    ...(performance.getEntriesByType("resource") as PerformanceResourceTiming[]),
  ].filter(({ startTime }) => startTime <= alive);
  const bytes = (fits: (path: string) => boolean) =>
    entries
      .filter(({ name }) => fits(new URL(name).pathname))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return {
    scripts: bytes((path) => path.endsWith(".js")),
    styles: bytes((path) => path.endsWith(".css")),
    total: bytes((path) => !/^\/(?:chat-)?photos\//.test(path)),
  };
}

/** The bytes of the style sheets inside the page, as if they were compressed by themselves. */
async function inlineStyleBytes(page: Page): Promise<number> {
  const css = await page.evaluate(() =>
    Array.from(document.querySelectorAll("head style"), (style) => style.innerHTML),
  );
  return css.reduce((sum, sheet) => sum + brotliCompressSync(sheet).length, 0);
}

/** Waits for the portraits, which the product draws while it already serves pages: they would slow the first ones. */
async function untilDrawn(db: Db): Promise<void> {
  let before = "";
  for (let now = "0"; now !== before; ) {
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const { rows } = await sql<{ photos: string }>`select count(*) as photos from photos`.execute(db);
    now = rows[0]?.photos ?? "0";
  }
}

/** A first visit: nothing is in the browser's cache. */
async function visit(context: BrowserContext, origin: string, { for: audience, path, act }: Visited, slower: number) {
  const page = await context.newPage();
  await page.addInitScript(observe);
  const tools = await context.newCDPSession(page);
  await tools.send("Network.enable");
  await tools.send("Network.emulateNetworkConditions", slow4g);
  await tools.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.goto(origin + path, { waitUntil: "networkidle", timeout: 60_000 });
  await page.locator("html[data-alive]").waitFor({ state: "attached" });
  const bytes = await page.evaluate(loadedBytes);
  bytes.styles += await inlineStyleBytes(page);
  await act(page);
  // the browser reports an interaction after the frame that shows it
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
  const { lcp, cls, inp } = await page.evaluate(() => Reflect.get(window, "seen") as PageFigures);
  await page.close();
  return { for: audience, slower, ...bytes, lcp, cls, inp };
}

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

/** The medians of Lighthouse's own phone and network. Each round is a first visit: it begins with an empty cache. */
async function score(
  browser: Browser,
  url: string,
  cookie: string | null,
  { port, rounds }: { port: number; rounds: number },
): Promise<PageFigures["lighthouse"]> {
  const scores: Record<(typeof categories)[number], number[]> = {
    performance: [],
    accessibility: [],
    "best-practices": [],
    seo: [],
  };
  for (let round = 0; round < rounds; round += 1) {
    const throttling = { ...constants.throttling.mobileSlow4G, cpuSlowdownMultiplier: await phoneSlowdown(browser) };
    const settings = { onlyCategories: [...categories], throttling, extraHeaders: cookie === null ? null : { cookie } };
    const result = await lighthouse(url, { port, logLevel: "error", output: "json", ...settings });
    if (result === undefined) throw new Error(`no scores of ${url}`);
    for (const name of categories) scores[name].push(result.lhr.categories[name]?.score ?? 0);
  }
  const of = (name: (typeof categories)[number]) => Math.round(median(scores[name]) * 100);
  return {
    performance: of("performance"),
    accessibility: of("accessibility"),
    "best-practices": of("best-practices"),
    seo: of("seo"),
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port was found");
  return address.port;
}

const median = (numbers: number[]) => numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

async function measureVisits(
  browser: Browser,
  origin: string,
  page: Visited,
  cookie: string,
  { rounds, slower }: { rounds: number; slower: number },
) {
  const visits: Omit<PageFigures, "lighthouse" | "listed">[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext(phone);
    if (page.for === "members") {
      await context.addCookies([{ name: "auth", value: cookie.slice("auth=".length), url: origin }]);
    }
    visits.push(await visit(context, origin, page, slower));
    await context.close();
  }
  const [first] = visits;
  if (first === undefined) throw new Error("no visit");
  const of = (figure: "lcp" | "cls" | "inp") => median(visits.map((each) => each[figure]));
  return { ...first, lcp: of("lcp"), cls: of("cls"), inp: of("inp") };
}

/**
 * The budgets of pages for a phone: first visits in Chromium on slow 4G with a slowed CPU, and Lighthouse. `wanted`
 * names the pages; without it all of them are measured.
 */
export async function measurePages(
  rounds: number,
  wanted: readonly string[] | undefined,
  say: (line: string) => void,
): Promise<Record<string, PageFigures>> {
  const product = await startWholeProduct({ DEMO_PHOTOS: "main" });
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: findChromiums().browser,
    args: ["--no-sandbox", `--remote-debugging-port=${port}`],
  });
  try {
    await untilDrawn(product.db);
    const [member] = await demoMembers(product.db, 1);
    if (member === undefined) throw new Error("no member");
    // search engines get landers only if a site wants it; members' landing pages never (D10.3)
    await sql`insert into site_settings (site_id, key, value) select id, 'search_engines', '"all"' from sites
      on conflict (site_id, key) do update set value = excluded.value`.execute(product.db);
    const figures: Record<string, PageFigures> = {};
    const pages = await pagesOf(product.db, member);
    for (const page of pages.filter(({ name }) => wanted?.includes(name) ?? true)) {
      // the machine is not equally fast all the time
      const slower = await phoneSlowdown(browser);
      const measured = await measureVisits(browser, product.origin, page, member.cookie, { rounds, slower });
      const cookie = page.for === "members" ? member.cookie : null;
      const url = product.origin + page.path;
      const scores = page.scored ? { lighthouse: await score(browser, url, cookie, { port, rounds }) } : {};
      figures[page.name] = { ...measured, ...scores, listed: page.listed ?? false };
      say(`${page.name} measured`);
    }
    return figures;
  } finally {
    await browser.close();
    await product.stop();
  }
}
