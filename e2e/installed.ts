import type { Page } from "@playwright/test";

/** Makes the next pages behave as in an installed app, which the browser can't emulate. */
export async function asInstalled(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const original = window.matchMedia.bind(window);
    window.matchMedia = (query) => original(query.includes("standalone") ? "all" : query);
  });
}
