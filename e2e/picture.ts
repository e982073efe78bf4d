import type { Page } from "@playwright/test";
import { test } from "./test.ts";

/** A picture of a screen for whoever looks at the run, below `test-results`; only where `E2E_PICTURES` asks for them. */
export async function picture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (!process.env.E2E_PICTURES) return;
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage });
}
