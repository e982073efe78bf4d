import { expect, type Page } from "@playwright/test";
import { logInAs } from "./member.ts";
import { open } from "./open.ts";
import { picture } from "./picture.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

/** What a screen reader is told when another page is shown. */
const announced = (page: Page) => page.locator("p[role=status].sr-only").last();
const content = (page: Page) => page.locator("#content");

test("R2.21 another page is announced by its title, and the keyboard goes on in it, for a member", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await logInAs(context, "robin");
  await open(page, "/likes");
  await expect(announced(page)).toHaveText("");
  const card = page.getByRole("main").locator("a[data-member]").first();
  await card.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".profile-photo").first()).toBeVisible();
  await expect(announced(page)).not.toHaveText("");
  await expect(announced(page)).toHaveText(await page.title());
  await expect(content(page)).toBeFocused();
  // a link that stays keeps the focus
  const search = page
    .getByRole("navigation", { name: say("navigation:main") })
    .getByRole("link")
    .first();
  await search.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/members/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(say("members:title"));
  await expect(announced(page)).toHaveText(await page.title());
  await expect(search).toBeFocused();
});

test("R2.21 another page is announced to a visitor too, and Back leads to the link that was followed", {
  tag: "@one-width",
}, async ({ page }) => {
  await open(page, "/");
  const title = await page.title();
  const link = page.getByRole("main").getByRole("link", { name: say("home:look_around"), exact: true });
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveTitle(title);
  await expect(announced(page)).toHaveText(await page.title());
  await expect(content(page)).toBeFocused();
  await page.goBack();
  await expect(link).toBeFocused();
  await expect(announced(page)).toHaveText(title);
});

test("a notice can be reached by F6, waits for the keyboard, and gives the focus back", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await logInAs(context, "robin");
  await page.clock.install();
  await open(page, "/members?gender=female");
  await page.getByRole("main").locator("a[href*='/members/']").first().click();
  const like = page.getByRole("button", { name: new RegExp(`^${say("likes:like")}`) }).first();
  await page.route("**/api/like.php", (route) =>
    route.fulfill({ status: 400, json: { error: { code: "invalid_input", message: "No." } } }),
  );
  await like.focus();
  await page.keyboard.press("Enter");
  const notice = page.locator(".toast").first();
  await expect(notice).toBeVisible();
  await page.keyboard.press("F6");
  const close = notice.getByRole("button", { name: say("shell:close") });
  await expect(close).toBeFocused();
  await page.clock.fastForward(60_000);
  await expect(notice).toBeVisible();
  await page.keyboard.press("F6");
  await expect(like).toBeFocused();
  await page.keyboard.press("F6");
  await page.keyboard.press("Enter");
  await expect(notice).toHaveCount(0);
  await expect(like).toBeFocused();
});

test("R8.01 a page that could not be loaded offers to try again", { tag: "@one-width" }, async ({ page, context }) => {
  await logInAs(context, "robin");
  await open(page, "/members");
  await page.route("**/likes.data*", (route) => route.abort("connectionreset"));
  await page
    .getByRole("navigation", { name: say("navigation:main") })
    .getByRole("link", { name: new RegExp(say("navigation:likes")) })
    .click();
  const again = page.getByRole("link", { name: say("shell:offline.again"), exact: true });
  await expect(again).toBeVisible();
  await picture(page, "try-again");
  await again.click();
  await expect(page).toHaveURL(/\/likes/);
  await expect(page.getByRole("main").locator("a[data-member]").first()).toBeVisible();
});
