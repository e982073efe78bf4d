import { expect, type Page } from "@playwright/test";
import { arriveTwo } from "./member.ts";
import { open } from "./open.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");
const words = (key: string, params = {}) => say(`marks:${key}`, params);
const button = (page: Page, key: string) => page.getByRole("button", { name: words(key), exact: true });

test("R11.05 a member is saved with a note, then hidden and shown again; the other never learns of it", async ({
  browser,
}) => {
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);
  const { page } = anna;
  await open(page, `/members/${ben.id}`);

  await test.step("she saves him with a note, which the list has", async () => {
    await page.getByLabel(words("note")).fill("Sails, too");
    await button(page, "save").click();
    await expect(page.getByText(words("is_saved", { name: ben.name }))).toBeVisible();
    await page.getByRole("link", { name: words("all") }).click();
    await expect(page.getByRole("heading", { name: words("list_saved") })).toBeVisible();
    await expect(page.getByText("Sails, too")).toBeVisible();
    const action = words("remove");
    await page.getByRole("button", { name: words("of", { action, name: ben.name }) }).click();
    await expect(page.getByText(words("empty"))).toBeVisible();
  });

  await test.step("she hides him: her search has him no more, and the profile undoes it", async () => {
    await open(page, "/members?sort=newest");
    const card = page.locator(`[data-member="${ben.id}"]`);
    await card.click();
    await button(page, "hide").click();
    await expect(page.getByText(words("is_hidden", { name: ben.name }))).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(card).toHaveCount(0);
    await page.goForward();
    await button(page, "show_again").click();
    await expect(button(page, "hide")).toBeVisible();
  });

  await test.step("the profile's menu says it too, keeps her note, and takes it back", async () => {
    // toasts say it too
    const said = (key: string) =>
      page.getByRole("region", { name: words("title") }).getByText(words(key, { name: ben.name }));
    await page.getByLabel(words("note")).fill("Sails, too");
    await button(page, "save").click();
    await expect(said("is_saved")).toBeVisible();
    const inMenu = async (name: string) => {
      await page
        .getByRole("button", { name: say("moderation:more"), exact: true })
        .first()
        .click();
      await page.getByRole("menuitem", { name, exact: true }).click();
    };
    await inMenu(words("hide"));
    await expect(said("is_hidden")).toBeVisible();
    await expect(async () => {
      const [notice, actions] = [
        await page.locator(".toast").first().boundingBox(),
        await page.locator(".profile-actions").boundingBox(),
      ];
      if (!notice || !actions) throw new Error("the notice or the actions are missing");
      const apart = Math.max(actions.y - notice.y - notice.height, notice.y - actions.y - actions.height);
      expect(apart, "the notice covers no action").toBeGreaterThanOrEqual(8);
    }).toPass();
    const takeBack = words("of", { action: words("hide"), name: words("show_again") });
    await inMenu(takeBack);
    await expect(said("is_saved")).toBeVisible();
    await expect(page.getByLabel(words("note"))).toHaveValue("Sails, too");
    await inMenu(words("hide"));
    await expect(said("is_hidden")).toBeVisible();
    await open(page, "/saved");
    await expect(page.getByRole("heading", { name: words("list_hidden") })).toBeVisible();
    await expect(page.getByText("Sails, too")).toBeVisible();
    await open(page, `/members/${ben.id}`);
    await inMenu(takeBack);
    await expect(button(page, "hide")).toBeVisible();
  });

  await test.step("without scripts too", async () => {
    const { cookies } = await anna.context.storageState();
    const plain = await browser.newContext({ javaScriptEnabled: false });
    await plain.addCookies(cookies);
    const her = await plain.newPage();
    await her.goto(`/members/${ben.id}`);
    await button(her, "hide").click();
    await expect(her.getByText(words("is_hidden", { name: ben.name }))).toBeVisible();
    await her.goto("/saved");
    const action = words("show_again");
    await her.getByRole("button", { name: words("of", { action, name: ben.name }) }).click();
    await expect(her.getByText(words("empty"))).toBeVisible();
    await plain.close();
  });
});
