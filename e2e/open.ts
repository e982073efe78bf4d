import { expect, type Page } from "@playwright/test";

/** Touches a page whose scripts wait for that, and waits until they, if it has any, handle taps. */
export async function waitUntilInteractive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const late = document.querySelector("script[type=late]");
    if (matchMedia("(scripting: none)").matches || late === null) return true;
    const alive = document.documentElement.dataset.alive === "true";
    if (!alive) dispatchEvent(new Event("keydown"));
    return alive;
  });
}

/** How many bytes of scripts a page has loaded, compressed, but for those whose name begins with one of these. */
export const countScriptBytes = (page: Page, ...besides: string[]): Promise<number> =>
  page.evaluate(
    (names) =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .map((entry) => ({ ...entry.toJSON(), file: new URL(entry.name).pathname.split("/").at(-1) ?? "" }))
        .filter(({ file }) => file.endsWith(".js") && !names.some((name) => file.startsWith(`${name}-`)))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    besides,
  );

/** What a visitor's page loads before it is touched. */
export const bytesBeforeTouch = 8_000;
/** And after that, with the first ones. */
export const bytesAfterTouch = 127_000;

/** Opens a URL, and waits until the page handles taps. No page is laid out in quirks mode. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const [mode] = await Promise.all([page.evaluate(() => document.compatMode), waitUntilInteractive(page)]);
  expect(mode).toBe("CSS1Compat");
}

/** Opens a profile by a link of our own: one from elsewhere, or typed, leaves no visit. */
export async function visitProfile(page: Page, id: string): Promise<void> {
  await open(page, "/members");
  await page.evaluate((path) => location.assign(path), `/members/${id}`);
  await page.waitForURL(`/members/${id}`);
  await waitUntilInteractive(page);
}

export async function reload(page: Page): Promise<void> {
  await page.reload();
  await waitUntilInteractive(page);
}

/** Holds back the scripts of pages opened from now on, but for their start, until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const scripts = /\/assets\/(?!page-start-)[^/]*\.js$/;
  await page.route(scripts, async (route) => {
    await released;
    await route.continue();
  });
  return async () => {
    release();
    await waitUntilInteractive(page);
    await page.unroute(scripts);
  };
}

/** Lets the server do a call, and holds back its answer until `release` is called. `done`: the server has done it. */
export async function holdAnswer(page: Page, path: string): Promise<{ done: Promise<void>; release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: done, resolve: reach } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    const response = await route.fetch();
    reach();
    await released;
    await route.fulfill({ response });
  });
  return { done, release };
}
