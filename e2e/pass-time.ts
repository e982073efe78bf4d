import { expect, type Locator, type Page } from "@playwright/test";

/** Lets a page's time run until an element shows, such as an error after several retries. Needs `page.clock`. */
export async function passTimeUntil(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(5_000);
    await expect(shown).toBeVisible({ timeout: 200 });
  }).toPass();
}
