import { expect } from "@playwright/test";
import { languageLink } from "./language-link.ts";
import { open } from "./open.ts";
import { test } from "./test.ts";
import { otherAddress } from "./world.ts";

test.beforeEach(({ page }) => page.setViewportSize({ width: 390, height: 844 }));

test("D1.4 the browser's language decides for a visitor, and a choice is stored for 365 days", async ({ browser }) => {
  const context = await browser.newContext({ locale: "fr-FR" });
  const page = await context.newPage();
  await open(page, "/login");
  await expect(page).toHaveURL(/\/fr\/login$/);
  await (await languageLink(page, "fr", "Polski")).click();
  await expect(page).toHaveURL(/\/pl\/login$/);
  const [locale] = (await context.cookies()).filter((cookie) => cookie.name === "locale");
  expect(locale?.value).toBe("pl");
  expect(((locale?.expires ?? 0) * 1000 - Date.now()) / 86_400_000).toBeGreaterThan(364);
  await open(page, "/signup");
  await expect(page).toHaveURL(/\/pl\/signup$/);
});

test("R7.04 D2.1 the other demo site has its own name, colours and language", async ({ browser }) => {
  const context = await browser.newContext({
    locale: "en-GB",
    baseURL: otherAddress,
  });
  const page = await context.newPage();
  await open(page, "/");
  await expect(page).toHaveURL(/\/de\/?$/);
  await expect(page).toHaveTitle(/Abendrot/);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "plum");
});
