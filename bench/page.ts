import { brotliCompressSync } from "node:zlib";
import { type Browser, chromium, type Page } from "@playwright/test";
import { sql } from "kysely";
import lighthouse from "lighthouse";
import * as constants from "lighthouse/core/config/constants.js";
import { findChromiums } from "#scripts/chromium.ts";
import type { Db } from "#server/db/pool.ts";
import { phone, phoneSlowdown } from "./phone.ts";
import { freePort } from "./programs.ts";
import { median } from "./rounds.ts";
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
async function visit(
  browser: Browser,
  { for: audience, path, act }: Visited,
  { origin, cookie, slower }: { origin: string; cookie: string; slower: number },
) {
  const context = await browser.newContext(phone);
  if (audience === "members") {
    await context.addCookies([{ name: "auth", value: cookie.slice("auth=".length), url: origin }]);
  }
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
  await context.close();
  return { slower, ...bytes, lcp, cls, inp };
}

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

/** Lighthouse's scores with its own phone and network. Each time its cache is empty, as at a first visit. */
async function score(browser: Browser, url: string, cookie: string | null, port: number) {
  const throttling = { ...constants.throttling.mobileSlow4G, cpuSlowdownMultiplier: await phoneSlowdown(browser) };
  const settings = { onlyCategories: [...categories], throttling, extraHeaders: cookie === null ? null : { cookie } };
  const result = await lighthouse(url, { port, logLevel: "error", output: "json", ...settings });
  if (result === undefined) throw new Error(`no scores of ${url}`);
  const of = (name: (typeof categories)[number]) => Math.round((result.lhr.categories[name]?.score ?? 0) * 100);
  const [performance, accessibility, seo] = [of("performance"), of("accessibility"), of("seo")];
  return { performance, accessibility, "best-practices": of("best-practices"), seo };
}

/** Measures several times; of each figure the median. */
async function medians<K extends string>(rounds: number, measure: () => Promise<Record<K, number>>) {
  const first = await measure();
  const all = [first];
  while (all.length < rounds) all.push(await measure());
  const of = (name: K) => median(all.map((figures) => figures[name]).sort((one, other) => one - other));
  return Object.fromEntries((Object.keys(first) as K[]).map((name) => [name, of(name)])) as Record<K, number>;
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
      const { name, for: audience, scored, listed = false } = page;
      const url = product.origin + page.path;
      // the machine is not equally fast all the time
      const slower = await phoneSlowdown(browser);
      const { origin } = product;
      const visits = await medians(rounds, () => visit(browser, page, { origin, cookie: member.cookie, slower }));
      const cookie = audience === "members" ? member.cookie : null;
      const scores = scored && { lighthouse: await medians(rounds, () => score(browser, url, cookie, port)) };
      figures[name] = { for: audience, ...visits, ...scores, listed };
      say(`${name} measured`);
    }
    return figures;
  } finally {
    await browser.close();
    await product.stop();
  }
}
