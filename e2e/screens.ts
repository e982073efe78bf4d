import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { expectFitsEachWidth, expectGoodScreen, expectNoFaults, preloadAxe } from "./accessibility.ts";
import { ownAddress } from "./member.ts";
import { open } from "./open.ts";
import { test } from "./test.ts";
import { origin } from "./world.ts";

export type Visit = { context: BrowserContext; page: Page };
/** One state of a screen. */
type Screen<V> = {
  name: string;
  /** The state follows from the one before if it has no path. */
  path?: string | ((viewer: V) => string | Promise<string>);
  /** What the viewer does on the page to get to the state. */
  prepare?: (page: Page, viewer: V) => Promise<unknown>;
  /** A main screen: also without sideways scroll in German and Finnish, whose words are long, and in large letters. */
  longWords?: boolean;
  /** Has a path and follows from no other: `npm test` checks it too, in light mode. */
  core?: boolean;
};

/**
 * Fails unless the viewer's page fits each width in German and Finnish. It is loaded without scripts, in a fraction of
 * the time, because the markup has all words.
 */
async function expectLongWordsFit(still: Page, { context }: Visit, address: string): Promise<void> {
  await still.context().clearCookies();
  await still.context().addCookies(await context.cookies());
  // after two languages the page is as wide as a phone again
  for (const language of ["de", "fi"]) {
    await still.goto(`/${language}${address}`);
    await expectFitsEachWidth(still);
  }
}

/** A viewer with an own IP address, as limits count by address. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": ownAddress() }, ...options });
  return { context, page: await context.newPage() };
}

/**
 * Defines the tests that visit each state once: it has to be accessible in both themes, on a phone and on a desktop,
 * and to fit each width.
 */
export function screensOf<V extends Visit>(
  who: string,
  arrive: (browser: Browser) => Promise<V>,
  screens: Screen<V>[],
): void {
  test(`quality: screens of ${who}: accessible, in both themes, without sideways scroll`, async ({ browser }) => {
    const viewer = await arrive(browser);
    const { page } = viewer;
    await preloadAxe(viewer.context);
    const { page: still } = await visit(browser, { javaScriptEnabled: false });
    for (const { name, path, prepare, longWords } of screens) {
      await test.step(name, async () => {
        const address = typeof path === "function" ? await path(viewer) : path;
        if (address !== undefined) {
          if (longWords) await expectLongWordsFit(still, viewer, address);
          // loading the same address again would keep open overlays
          if (new URL(address, origin).href === page.url()) await page.goto("about:blank");
          await open(page, address);
        }
        await prepare?.(page, viewer);
        await expectGoodScreen(page, name, { largeText: longWords === true });
      });
    }
  });

  const core = screens.filter((screen) => screen.core);
  if (core.length === 0) return;
  // the list above has them too, so that the run of everything leaves this test out
  test(`quality: main screens of ${who} are accessible`, { tag: ["@core", "@sample"] }, async ({ browser }) => {
    const viewer = await arrive(browser);
    await preloadAxe(viewer.context);
    for (const { name, path = "/" } of core) {
      await test.step(name, async () => {
        await open(viewer.page, typeof path === "function" ? await path(viewer) : path);
        await expectNoFaults(viewer.page);
      });
    }
  });
}

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true }).first().click();
export const follow = (page: Page, name: string | RegExp) =>
  page.getByRole("link", { name, exact: true }).first().click();
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
export const dialog = (page: Page) => page.getByRole("dialog");

export const sees = (page: Page, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible();

/** Men that the viewer finds in the search. */
export async function menFor({ context }: Visit): Promise<string[]> {
  const { members } = await (await context.request.get("/api/members.php")).json();
  return members.map(({ id }: { id: string }) => id);
}
