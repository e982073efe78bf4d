import type { Browser } from "@playwright/test";
import { pageFunctions } from "lighthouse/core/lib/page-functions.js";

/** The screen of a phone. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

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
