import type { Browser } from "@playwright/test";
import { arrive, type Guest } from "./member.ts";
import { open } from "./open.ts";
import { payAtSandbox, placeOrder } from "./sandbox.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

/** A new member who has just bought 25 credits, and the number of the receipt. */
export async function buyer(browser: Browser, name: string): Promise<Guest & { receipt: string }> {
  const she = await arrive(browser, name);
  const { page } = she;
  await open(page, "/credits");
  await page
    .getByRole("link", { name: pattern(say, "credits:choose", { count: 25 }) })
    .first()
    .click();
  await page.getByText(say("payments:methods.card"), { exact: true }).click();
  await placeOrder(page, say);
  await page.waitForURL(/\/sandbox\/checkout\//);
  await payAtSandbox(page, say);
  const heading = page.getByRole("heading", { name: /^Receipt \d{4}-\d{6}$/ });
  const receipt = (await heading.textContent())?.replace("Receipt ", "") ?? "";
  return { ...she, receipt };
}
