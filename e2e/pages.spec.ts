import { type Browser, expect, type Page } from "@playwright/test";
import { adultsLabel } from "#contract/constants.ts";
import { textPages as pages } from "#contract/public-pages.ts";
import { expectNoSidewaysScroll } from "./accessibility.ts";
import { asInstalled } from "./installed.ts";
import { logInAs } from "./member.ts";
import { open } from "./open.ts";
import { picture } from "./picture.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

/** IP addresses in the Netherlands and in France. */
const dutch = { "x-forwarded-for": "193.0.6.139" };
const french = { "x-forwarded-for": "212.27.48.10" };

test("R2.12 R2.01 each footer link opens its page, with heading, adults' label and status 200", {
  tag: "@one-width",
}, async ({ page }) => {
  const say = sayIn("de");
  await open(page, `/de/login`);
  const footer = page.getByRole("navigation", { name: say("shell:footer.pages") });
  // three more links: the withdrawal and the notice, which have journeys of their own, and what works now
  await expect(footer.getByRole("link")).toHaveCount(Object.keys(pages).length + 3);
  for (const [name, path] of Object.entries(pages)) {
    const heading = page.getByRole("heading", { level: 1, name: pattern(say, `pages:${name}.title`) });
    await footer.getByRole("link", { name: say(`shell:footer.${name}`), exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/de${path}$`));
    await expect(heading).toBeVisible();

    const answer = await page.request.get(`/de${path}`, { maxRedirects: 0 });
    expect(answer.status()).toBe(200);
    expect(await answer.text()).toContain(adultsLabel);
    await expect(page).toHaveTitle(pattern(say, `pages:${name}.title`));
    await expect(page.locator("meta[name=description]")).toHaveAttribute(
      "content",
      pattern(say, `pages:${name}.description`),
    );
    await expect(page.locator("meta[name=rating]")).toHaveAttribute("content", adultsLabel);
    await expectNoSidewaysScroll(page);
    await picture(page, name, { fullPage: true });
    // the other pages have the same structure
  }
  await footer.getByRole("link", { name: say("shell:footer.status"), exact: true }).click();
  await expect(page).toHaveURL(/\/de\/status$/);
  await expect(page.getByRole("heading", { level: 1, name: pattern(say, "status:title") })).toBeVisible();
  await expect(page.locator("meta[name=rating]")).toHaveAttribute("content", adultsLabel);
  await expectNoSidewaysScroll(page);
  await picture(page, "status", { fullPage: true });
});

test("R9.05 R9.06 the terms have their date, the service number no dashes, the returns their days", {
  tag: "@one-width",
}, async ({ page }) => {
  for (const path of [pages.terms, pages.privacy]) {
    await open(page, path);
    // since their words are as they are: the site of the journeys was made just now
    const version = await page.getByText(/^Version: \d+ \w+ \d{4}$/).textContent();
    expect(Date.now() - Date.parse(`${version?.replace("Version: ", "")} UTC`)).toBeLessThan(2 * 86_400_000);
  }
  await open(page, pages.service);
  await expect(page.getByRole("main").getByRole("link", { name: "+31200000000" })).toHaveAttribute(
    "href",
    "tel:+31200000000",
  );
  await open(page, pages.returns);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("14 day free returns");
});

test("D10.3 the pages and each country's prices work without scripts", { tag: "@one-width" }, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const say = sayIn("en");
  await open(page, pages.terms);
  await page.getByRole("link", { name: say("pages:terms.sections.s7.title") }).click();
  await expect(page.getByRole("heading", { name: say("pages:terms.sections.s7.title") })).toBeInViewport();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await open(page, pages.pricing);
  await page.getByLabel(say("pages:pricing.country")).selectOption("PL");
  await page.getByRole("button", { name: say("pages:pricing.show") }).click();
  await expect(page).toHaveURL(/country=PL/);
  await expect(page.getByText("PLN 42.99")).toBeVisible();
});

test("D7.7 the signup links to the terms before its last button, and reading them loses no input", {
  tag: "@one-width",
}, async ({ page }) => {
  await open(page, "/signup");
  const link = page.getByRole("main").getByRole("link", { name: "terms and conditions", includeHidden: true });
  await expect(link).toHaveAttribute("href", pages.terms);
  await expect(link).toHaveAttribute("target", "_blank");
});

/** The page of a visitor with an IP address. */
async function visitor(browser: Browser, headers: Record<string, string>): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: headers });
  return await context.newPage();
}

test("R2.04 R2.14 a visitor from the Netherlands sees the entry warning once", { tag: "@one-width" }, async ({
  browser,
}) => {
  const page = await visitor(browser, dutch);
  const say = sayIn("en");
  const door = page.getByRole("dialog", { name: say("shell:entry.title", { age: 18 }) });
  await open(page, "/members");
  await expect(door).toBeVisible();
  await picture(page, "entry-warning");

  await test.step("Escape and the page behind it do not close it; Tab stays within", async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(door).toBeVisible();
    const stay = door.getByRole("button", { name: say("shell:entry.stay", { age: 18 }) });
    const leave = door.getByRole("link", { name: say("shell:entry.leave") });
    await page.keyboard.press("Tab");
    await expect(stay).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(leave).toBeFocused();
    // at one moment, because a font may arrive between two
    const [one, other] = await Promise.all([stay, leave].map((button) => button.elementHandle()));
    const sizes = await page.evaluate(
      (buttons) => buttons.map((button) => (button as HTMLElement | null)?.getBoundingClientRect().toJSON()),
      [one, other],
    );
    expect(Math.abs(sizes[0].width - sizes[1].width)).toBeLessThan(1);
    expect(Math.abs(sizes[0].height - sizes[1].height)).toBeLessThan(1);
  });

  await test.step("leaving leads to the page about access bans, which has no warning", async () => {
    await door.getByRole("link", { name: say("shell:entry.leave") }).click();
    await expect(page).toHaveURL(/\/pages\/ban$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("pages:ban.title"));
    await expect(door).toHaveCount(0);
  });

  await test.step("an adult is not asked again", async () => {
    await open(page, "/");
    await door.getByRole("button", { name: say("shell:entry.stay", { age: 18 }) }).click();
    await expect(door).toHaveCount(0);
    const hiddenAt = Number(await page.evaluate(() => localStorage.getItem("hide-entry-warning")));
    expect(Math.abs(hiddenAt - Date.now() / 1000)).toBeLessThan(60);
    await open(page, "/login");
    await expect(door).toHaveCount(0);
  });
  await page.context().close();
});

test("R2.14 visitors from elsewhere see no entry warning", { tag: "@one-width" }, async ({ browser }) => {
  for (const headers of [french, {}]) {
    const page = await visitor(browser, headers);
    await open(page, "/");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.context().close();
  }
});

test("R2.14 the installed app shows no entry warning", { tag: "@one-width" }, async ({ browser }) => {
  const page = await visitor(browser, dutch);
  await asInstalled(page);
  await open(page, "/");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.context().close();
});

test("R2.05 R2.14 a member sees no entry warning, in a chat or elsewhere", { tag: "@one-width" }, async ({
  browser,
}) => {
  const page = await visitor(browser, {});
  await logInAs(page.context(), "robin");
  await page.context().setExtraHTTPHeaders(dutch);
  for (const path of ["/pages/terms", "/chats"]) {
    await open(page, path);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await page.getByRole("main").locator("a[href^='/chats/']").first().click();
  await expect(page).toHaveURL(/\/chats\/[^/]+$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.context().close();
});
