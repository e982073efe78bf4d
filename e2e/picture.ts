import type { Page } from "@playwright/test";
import { test } from "./test.ts";

/** Saves a picture of a screen for a reviewer, below `test-results`; only if `E2E_PICTURES` is set. */
export async function picture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (!process.env.E2E_PICTURES) return;
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage });
}
