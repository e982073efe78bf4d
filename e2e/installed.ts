import type { Page } from "@playwright/test";

/** Lets the next pages believe that they run as an installed app; the browser can't pretend that by itself. */
export async function asInstalled(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const original = window.matchMedia.bind(window);
    window.matchMedia = (query) => original(query.includes("standalone") ? "all" : query);
  });
}
