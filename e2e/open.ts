import type { Page } from "@playwright/test";

/** Waits until the page's scripts, if it has any, handle taps. */
export async function waitUntilInteractive(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      matchMedia("(scripting: none)").matches ||
      document.querySelector("script[type=late]") === null ||
      document.documentElement.dataset.alive === "true",
  );
}

/** Opens a URL, and waits until the page handles taps. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitUntilInteractive(page);
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

/** Holds back the scripts of pages opened from now on, until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const scripts = "**/assets/*.js";
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
