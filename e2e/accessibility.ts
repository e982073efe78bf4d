import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { atRest } from "./at-rest.ts";
import { expectFitsLargeText } from "./large-text.ts";
import { picture } from "./picture.ts";

const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const phone = { width: 390, height: 844 };
const tablet = { width: 768, height: 1024 };
const desktop = { width: 1280, height: 800 };

/** The kind of check: all rules, only the colours in dark mode, or on a desktop all rules but those about colours. */
type Check = "light" | "dark" | "desktop";

// pages have no frames of other sites
const common: RunOptions = { runOnly: levels, resultTypes: ["violations"], iframes: false };
const options: Record<Check, RunOptions> = {
  light: common,
  dark: { ...common, runOnly: ["color-contrast"] },
  desktop: { ...common, rules: { "color-contrast": { enabled: false } } },
};

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Loads axe with each page from now on: half the time of sending it to each page that is checked. */
export async function preloadAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript(axeSource);
}

/** The headers and footers that were checked before, by kind of check: they are the same on most pages. */
const checkedBefore = new Set<string>();

/**
 * Whether the page has axe, and its header and footer in HTML. Without ids that React numbers, because they differ
 * between pages.
 */
async function frameOf(page: Page): Promise<{ hasAxe: boolean; frame: string[] }> {
  return await page.evaluate(() => ({
    hasAxe: "axe" in window,
    frame: [...document.querySelectorAll(".page > header, .page > footer")].map(({ outerHTML }) =>
      outerHTML.replace(/_r_\w+_/g, ""),
    ),
  }));
}

/**
 * The violations on the page as it is now. axe's time grows with the number of elements, so each element is checked
 * once: of a page with a modal dialog only the dialog, a header or footer only if it is new. On a desktop only the
 * elements that a phone did not show are checked.
 */
async function violationsOf(page: Page, check: Check): Promise<AxeResults["violations"]> {
  await atRest(page);
  const { hasAxe, frame } = await frameOf(page);
  if (!hasAxe) await page.evaluate(axeSource);
  const known = frame.map((html) => checkedBefore.has(`${check} ${html}`));
  const report = await page.evaluate(
    async ({ check, options, known }) => {
      const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
      const visibleElements = () => [...document.body.querySelectorAll("*")].filter(isShown);
      const frame = [...document.querySelectorAll(".page > header, .page > footer")];
      const exclude = frame.filter((_, index) => known[index]);
      let include = [...document.querySelectorAll("dialog:modal")];
      if (check === "light") Object.assign(window, { shownOnPhone: new WeakSet(visibleElements()) });
      if (check === "desktop") {
        const before: WeakSet<Element> = Reflect.get(window, "shownOnPhone");
        const added = new Set(visibleElements().filter((element) => !before.has(element)));
        include = [...added].filter(({ parentElement }) => parentElement && !added.has(parentElement));
        if (include.length === 0) return "[]";
      }
      const part = { ...(include.length > 0 && { include }), ...(exclude.length > 0 && { exclude }) };
      const context = Object.keys(part).length > 0 ? part : document;
      const { violations } = await Reflect.get(window, "axe").run(context, options);
      return JSON.stringify(violations);
    },
    { check, options: options[check], known },
  );
  for (const html of frame) checkedBefore.add(`${check} ${html}`);
  return JSON.parse(report);
}

async function expectNone(page: Page, check: Check): Promise<void> {
  const problems = (await violationsOf(page, check)).flatMap((violation) =>
    violation.nodes.map((node) => `${check} ${violation.id}: ${node.target.join(" ")} ${node.failureSummary}`),
  );
  expect(problems, page.url()).toEqual([]);
}

/** Keeps the colours of each element in the page, or names those that have other colours than the ones kept. */
async function compareColours(page: Page, step: "keep" | "compare"): Promise<string[]> {
  await atRest(page);
  return await page.evaluate((step) => {
    const coloursOf = (element: Element) => {
      const { color, backgroundColor, borderTopColor } = getComputedStyle(element);
      return `${color} on ${backgroundColor} within ${borderTopColor}`;
    };
    if (step === "keep") {
      const elements = [...document.body.querySelectorAll("*")];
      Object.assign(window, { keptColours: new Map(elements.map((element) => [element, coloursOf(element)])) });
      return [];
    }
    const kept: Map<Element, string> = Reflect.get(window, "keptColours");
    return [...kept]
      .filter(([element, colours]) => element.isConnected && coloursOf(element) !== colours)
      .map(([element, colours]) => `<${element.localName} class="${element.className}"> is not ${colours}`);
  }, step);
}

/** Fails if dark mode that the user chose, on a device in light mode, looks other than that of a dark device. */
async function expectChoiceAsOnDevice(page: Page): Promise<void> {
  await compareColours(page, "keep");
  await page.emulateMedia({ colorScheme: null });
  const chosen = await page.evaluate(() => document.documentElement.dataset.mode);
  // a page of another provider, such as the sandbox's, has no choice
  if (chosen === undefined) return;
  const choose = (mode: string) =>
    page.evaluate((mode) => Object.assign(document.documentElement.dataset, { mode }), mode);
  await choose("dark");
  expect(await compareColours(page, "compare"), page.url()).toEqual([]);
  await choose(chosen);
}

/**
 * Checks WCAG 2.2 AA, as far as a program can, on the page as it is now, in light mode; also the colours of dark mode,
 * whether the device or the user asks for it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNone(page, "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNone(page, "dark");
  await expectChoiceAsOnDevice(page);
}

/** Fails if anything is wider than the screen: a page that scrolls sideways hides content. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  expect(scroll, page.url()).toBeLessThanOrEqual(client);
}

/** Checks the page at other widths than its own, without loading it again; leaves it at the last of them. */
async function expectFitsAt(page: Page, sizes: readonly (typeof phone)[]): Promise<void> {
  await expectNoSidewaysScroll(page);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
}

/**
 * Fails if anything is wider than a phone, a tablet or a desktop. Afterwards a phone's page is as wide as a desktop,
 * and a desktop's page as wide as a phone.
 */
export async function expectFitsEachWidth(page: Page): Promise<void> {
  const isPhone = page.viewportSize()?.width === phone.width;
  await expectFitsAt(page, isPhone ? [tablet, desktop] : [tablet, phone]);
}

/** Fails if the page as it is now has a fault in light mode, or scrolls sideways. */
export async function expectNoFaults(page: Page): Promise<void> {
  await expectNone(page, "light");
  await expectNoSidewaysScroll(page);
}

/**
 * All checks of a screen's state that a program can make: it fits each width, and is accessible on a phone, in light
 * mode and in the colours of dark mode. On a desktop only the elements that a phone does not show are checked, without
 * the colours, which are the same. A dialog is not checked again. With `largeText`, and over any dialog, it is also
 * usable with large letters. Expects a page as wide as a phone, and leaves it so. `name` is that of a picture for a
 * human reviewer.
 */
export async function expectGoodScreen(page: Page, name: string, { largeText = false } = {}): Promise<void> {
  await picture(page, name, { fullPage: true });
  await expectAccessible(page);
  await expectFitsEachWidth(page);
  const hasDialog = (await page.getByRole("dialog").count()) > 0;
  if (!hasDialog) await expectNone(page, "desktop");
  if (largeText || hasDialog) await expectFitsLargeText(page);
  await page.setViewportSize(phone);
}
