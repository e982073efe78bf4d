import type { Page } from "@playwright/test";
import { pattern, type Say } from "./texts.ts";

/** Asks to begin at once, and acknowledges what that costs; then orders. */
export async function placeOrder(page: Page, say: Say): Promise<void> {
  await page.locator("[name=begin_at_once]").check();
  await page.getByRole("button", { name: say("credits:order.button") }).click();
}

/** Pays on the sandbox's checkout, and approves the payment as at a bank. */
export async function payAtSandbox(page: Page, say: Say): Promise<void> {
  await page.getByRole("button", { name: pattern(say, "sandbox:pay") }).click();
  await page.getByRole("button", { name: pattern(say, "sandbox:approval.approve") }).click();
}
