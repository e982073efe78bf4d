import type { Page } from "@playwright/test";
import { pattern, type Say } from "./texts.ts";

/** Pays on the sandbox's checkout, and approves the payment as at a bank. */
export async function payAtSandbox(page: Page, say: Say): Promise<void> {
  await page.getByRole("button", { name: pattern(say, "sandbox:pay") }).click();
  await page.getByRole("button", { name: pattern(say, "sandbox:approval.approve") }).click();
}
