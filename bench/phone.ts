// What a phone's browser does with a page: a first visit on a slow network, taps, and Lighthouse.
import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import type { Browser, Page } from "@playwright/test";
import lighthouse from "lighthouse";
import * as constants from "lighthouse/core/config/constants.js";
import { pageFunctions } from "lighthouse/core/lib/page-functions.js";

/** The screen of a phone. */
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/**
 * Lighthouse's index of the CPU that pages are measured on. Lighthouse slows a fast desktop, whose index is 1,500 to
 * 2,000, four times, and asks to calibrate that on other machines (docs/throttling.md of Lighthouse 13). The result is
 * the middle of its phones of the middle class, 125 to 800.
 */
const wantedIndex = 1750 / 4;

/** How many times slower Chromium has to make this machine's CPU, as fast as it is now, to be a phone's; at least 1. */
export async function phoneSlowdown(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  const indexes: number[] = [];
  for (let round = 0; round < 3; round += 1) indexes.push(await page.evaluate(pageFunctions.computeBenchmarkIndex));
  await page.close();
  return Math.max(1, Math.max(...indexes) / wantedIndex);
}

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
export const tap = (selector: string) => async (page: Page) => {
  const target = page.locator(selector).first();
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${selector} is not in view`);
  const touch = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await wait(tapMs);
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
};
export const type = (selector: string) => async (page: Page) => {
  await tap(selector)(page);
  await page.locator(selector).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("Good evening");
};

type Seen = { lcp: number; cls: number; inp: number; alive: number };

/** Collects, inside the page, the browser's reports of layout shifts and of the user's interactions. */
function observe(): void {
  const seen: Seen = { lcp: 0, cls: 0, inp: 0, alive: 0 };
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

/**
 * The bytes that the page loaded until it reacted, without the texts of other pages that it fetches later, or before it
 * was touched; and the style sheets inside the page.
 */
function loaded() {
  const { alive } = Reflect.get(window, "seen") as Seen;
  const files = ["navigation", "resource"]
    .flatMap((kind) => performance.getEntriesByType(kind) as PerformanceResourceTiming[])
    .filter(({ startTime }) => alive === 0 || startTime <= alive);
  const bytes = (paths: RegExp) =>
    files.reduce((sum, file) => sum + (paths.test(new URL(file.name).pathname) ? file.encodedBodySize : 0), 0);
  const inline = Array.from(document.querySelectorAll("head style"), (style) => style.innerHTML);
  return { scripts: bytes(/\.js$/), styles: bytes(/\.css$/), total: bytes(/^(?!\/(chat-)?photos\/)/), inline };
}

/** A first visit: nothing is in the browser's cache. */
export async function visit(
  browser: Browser,
  { url, cookie, act, slower }: { url: string; cookie: string | null; act: ReturnType<typeof tap>; slower: number },
) {
  const context = await browser.newContext(phone);
  if (cookie !== null) await context.addCookies([{ name: "auth", value: cookie.slice("auth=".length), url }]);
  const page = await context.newPage();
  await page.addInitScript(observe);
  const tools = await context.newCDPSession(page);
  await tools.send("Network.enable");
  await tools.send("Network.emulateNetworkConditions", slow4g);
  await tools.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.goto(url, { waitUntil: "networkidle", timeout: 60_000 });
  // the scripts of a page with a start of its own wait for the touch
  await page.locator("html[data-alive], script[src*='/page-start-']").first().waitFor({ state: "attached" });
  const { inline, ...bytes } = await page.evaluate(loaded);
  // as if each style sheet were compressed by itself
  for (const sheet of inline) bytes.styles += brotliCompressSync(sheet).length;
  await act(page);
  // the browser reports an interaction after the frame that shows it
  await wait(1000);
  const { lcp, cls, inp } = await page.evaluate(() => Reflect.get(window, "seen") as Seen);
  await context.close();
  return { slower, ...bytes, lcp, cls, inp };
}

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

/** Lighthouse's scores with its own phone and network. Each time its cache is empty, as at a first visit. */
export async function score(browser: Browser, url: string, cookie: string | null, port: number) {
  const throttling = { ...constants.throttling.mobileSlow4G, cpuSlowdownMultiplier: await phoneSlowdown(browser) };
  const settings = { onlyCategories: [...categories], throttling, extraHeaders: cookie === null ? null : { cookie } };
  const result = await lighthouse(url, { port, logLevel: "error", output: "json", ...settings });
  if (result === undefined) throw new Error(`no scores of ${url}`);
  const scores = categories.map((name) => [name, Math.round((result.lhr.categories[name]?.score ?? 0) * 100)]);
  return Object.fromEntries(scores) as Record<(typeof categories)[number], number>;
}
