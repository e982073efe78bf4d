import { expect, type Page } from "@playwright/test";
import { reload } from "./open.ts";
import { chooser, editButton, pressInSheet, sheet, tiles, withPhotos } from "./own-photos.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

const handle = (page: Page, number: number) =>
  page.getByRole("button", { name: say("photos:own.move_for", { number }), exact: true });
const ids = (page: Page) =>
  tiles(page)
    .locator("[data-photo]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-photo")));

test("D8.3 another photo becomes the main one, and one is deleted, by keyboard only", { tag: "@one-width" }, async ({
  page,
}) => {
  await withPhotos(page, "Keys", ["#b35", "#35b"]);
  await chooser(page).focus();
  await expect(chooser(page)).toBeFocused();
  const [first, second] = await ids(page);
  await editButton(page, 2).focus();
  await page.keyboard.press("Enter");
  await pressInSheet(page, 2, 2, say("photos:own.make_main"));
  await expect.poll(() => ids(page)).toEqual([second, first]);
  await expect(page.getByText(say("photos:own.main_set"))).toBeVisible();
  await editButton(page, 2).focus();
  await page.keyboard.press("Enter");
  await pressInSheet(page, 2, 2, say("photos:own.remove"));
  const dialog = page.getByRole("dialog", { name: say("photos:own.remove_title") });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: say("photos:own.remove") }).focus();
  await page.keyboard.press("Enter");
  await expect(tiles(page).getByRole("img")).toHaveCount(1);
  await expect(page.getByText(say("photos:own.removed"))).toBeVisible();
  await expect(tiles(page)).toBeFocused();
});

test("D8 photos are ordered by arrow keys, buttons and dragging, and the order is saved", async ({ page }) => {
  await withPhotos(page, "Order");
  const [main, second, third] = await ids(page);
  // the check ends meanwhile; what it says takes nothing away
  await expect(page.getByText(say("photos:own.approved_unconfirmed"))).toBeVisible({ timeout: 20_000 });
  // the main one stays first
  await expect(handle(page, 1)).toHaveCount(0);
  await handle(page, 3).focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => ids(page)).toEqual([main, third, second]);
  await expect(handle(page, 2)).toBeFocused();
  await expect(page.getByText(say("photos:own.moved", { number: 2, total: 3 }))).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await expect(handle(page, 3)).toBeFocused();
  await expect.poll(() => ids(page)).toEqual([main, second, third]);

  await editButton(page, 2).click();
  await sheet(page, 2, 3)
    .getByRole("button", { name: say("photos:edit.later") })
    .click();
  await expect(sheet(page, 3, 3)).toBeVisible();
  await expect(sheet(page, 3, 3).getByText(say("photos:own.moved", { number: 3, total: 3 }))).toBeVisible();
  await page.keyboard.press("Escape");
  await expect.poll(() => ids(page)).toEqual([main, third, second]);

  const from = await handle(page, 3).boundingBox();
  const to = await handle(page, 2).boundingBox();
  if (!from || !to) throw new Error("no handles");
  await page.mouse.move(from.x + 20, from.y + 20);
  const saved = page.waitForResponse(
    (answer) =>
      answer.url().includes("/api/photo-order.php") &&
      JSON.stringify(answer.request().postDataJSON().photos) === JSON.stringify([main, second, third]),
  );
  await page.mouse.down();
  await page.mouse.move(from.x, from.y);
  await page.mouse.move(to.x + 20, to.y - 10);
  await page.mouse.up();
  await expect.poll(() => ids(page)).toEqual([main, second, third]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await saved;
  await reload(page);
  await expect.poll(() => ids(page)).toEqual([main, second, third]);
});

test("D8 an order that is being saved is not undone by data that was loaded before it", { tag: "@one-width" }, async ({
  page,
}) => {
  await withPhotos(page, "Late data");
  const [main, second, third] = await ids(page);
  let answerData = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answerData = resolve;
  });
  // delay the page's data with the first order until the second order is chosen, but not saved yet
  await page.route(/\.data(\?|$)/, async (route) => {
    const response = await route.fetch();
    await mayAnswer;
    await route.fulfill({ response });
  });
  const loading = page.waitForRequest(/\.data(\?|$)/);
  await handle(page, 3).focus();
  await page.keyboard.press("ArrowLeft");
  await loading;
  let save = () => {};
  const maySave = new Promise<void>((resolve) => {
    save = resolve;
  });
  await page.route("**/api/photo-order.php", async (route) => {
    await maySave;
    await route.continue();
  });
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => ids(page)).toEqual([main, second, third]);
  const loaded = page.waitForResponse(/\.data(\?|$)/);
  answerData();
  await loaded;
  // two frames, so that the page has rendered the answer
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await ids(page)).toEqual([main, second, third]);
  save();
  await page.unrouteAll({ behavior: "wait" });
  await expect.poll(() => ids(page)).toEqual([main, second, third]);
});
