import { expect, type Page } from "@playwright/test";
import type { Caller } from "./member.ts";
import { pattern, type Say } from "./texts.ts";
import { origin } from "./world.ts";

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

/** Presses a button of the checkout by a call, without the screens. */
export async function pressAtSandbox(
  { request }: Caller,
  checkout: string,
  form: { outcome: string; method?: string },
): Promise<void> {
  const headers = { origin, "sec-fetch-site": "same-origin" };
  const answer = await request.post(new URL(checkout).pathname, { headers, form, maxRedirects: 0 });
  expect(answer.status(), await answer.text()).toBe(303);
}
