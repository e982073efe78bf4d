import { expect } from "@playwright/test";
import { languages } from "#contract/constants.ts";
import { languageLink } from "./language-link.ts";
import { open, waitUntilInteractive } from "./open.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";
import { address, otherAddress } from "./world.ts";

test.beforeEach(({ page }) => page.setViewportSize({ width: 390, height: 844 }));

for (const language of languages) {
  const say = sayIn(language);
  const prefix = language === "en" ? "" : `/${language}`;

  test(`R1.11 ${language}: a 404 is in the language, links stay in it, and translations are listed`, async ({
    page,
  }) => {
    await page.context().addCookies([{ name: "locale", value: language, url: address }]);
    const response = await page.goto(`${prefix}/no/such/page`);
    expect(response?.status()).toBe(404);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(say("shell:error.not_found"));
    await page.goto(`${prefix}/login`);
    const alternates = await page
      .locator("link[rel=alternate][hreflang]")
      .evaluateAll((links) =>
        links.map((link) => [link.getAttribute("hreflang"), new URL(link.getAttribute("href") ?? "").pathname]),
      );
    for (const other of languages) {
      expect(alternates).toContainEqual([other, other === "en" ? "/login" : `/${other}/login`]);
    }
    await waitUntilInteractive(page);
    await page.getByRole("main").locator(`a[href='${prefix}/signup']`).click();
    await expect(page.getByRole("dialog").getByText(say("account:signup.who"))).toBeVisible();
  });
}

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
  await context.close();
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
  await context.close();
});
