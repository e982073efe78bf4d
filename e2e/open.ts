import type { Page } from "@playwright/test";

/** Waits until the page's scripts, if it has any, handle taps. */
export async function waitUntilInteractive(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      matchMedia("(scripting: none)").matches ||
      document.querySelector("script[type=module]") === null ||
      document.documentElement.dataset.alive === "true",
  );
}

/** Opens a URL, and waits until the page handles taps. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitUntilInteractive(page);
}

export async function reload(page: Page): Promise<void> {
  await page.reload();
  await waitUntilInteractive(page);
}
