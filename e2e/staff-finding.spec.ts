import { expect } from "@playwright/test";
import { ask } from "./database.ts";
import { randomLetters, signUpIn } from "./member.ts";
import { open } from "./open.ts";
import { photoFile } from "./photo.ts";
import { picture } from "./picture.ts";
import { codeOf, finishSetup, inviteStaff, setUpStaff } from "./staff.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

test("D11.4 an admin finds a wave, acts against it once, and reads in the audit log what was done", {
  tag: "@one-width",
}, async ({ page, browser }) => {
  const wave = `Wave${randomLetters()}`;
  const ids: string[] = [];
  for (const name of [`${wave}a`, `${wave}b`, `${wave}c`]) {
    const context = await browser.newContext();
    ids.push((await signUpIn(context, name)).id);
    await context.close();
  }
  const { path } = inviteStaff("admin");
  await finishSetup(page, codeOf(await setUpStaff(page, path)));
  await expect(page.getByRole("heading", { name: say("staff:queue.title") })).toBeVisible();
  await open(page, "/staff/members");
  await page.getByLabel(say("staff-members:find.label")).fill(wave.slice(2));
  await page.getByText(say("staff-members:find.filters")).click();
  await page.getByLabel(say("staff-members:find.domain")).fill("example.org");
  await page.getByRole("button", { name: say("staff-members:find.send"), exact: true }).click();
  const links = page.getByRole("link", { name: new RegExp(`^${wave}`) });
  await expect(links).toHaveCount(3);
  await page.getByRole("button", { name: say("staff-members:many.choose_all", { count: 3 }) }).click();
  // one of them is none of it
  await page.getByRole("checkbox").last().uncheck();
  await page.getByLabel(say("staff-members:measure.ground")).selectOption("scam");
  await page.getByLabel(say("staff:queue.words"), { exact: true }).fill("Please read our rules.");
  await page.getByRole("button", { name: say("staff-members:measure.do_warned"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(say("staff-members:many.sure", { count: 2 }));
  await dialog.getByRole("button", { name: say("staff-members:measure.do_warned"), exact: true }).click();
  await expect(page.getByText(say("staff-members:many.taken", { count: 2 }))).toBeVisible();
  const stated = await ask("select member_id from statements where decision = 'warned' and member_id = any($1)", [ids]);
  expect(stated).toHaveLength(2);

  // the address of the page has nothing of what was typed, and the way back finds it again
  expect(page.url()).not.toContain(wave.slice(2));
  await links.first().click();
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(`^${wave}`) })).toBeVisible();
  await page.goBack();
  await expect(links).toHaveCount(3);

  await open(page, `/staff/log?member=${stated[0]?.member_id}`);
  await expect(page.getByRole("cell", { name: say("staff:action.member_warned") })).toBeVisible();
  await page.getByLabel(say("staff:log.what")).selectOption("members_searched");
  await page.getByRole("button", { name: say("numbers:filter.show") }).click();
  await expect(page.getByText(say("staff:log.none"))).toBeVisible();
});

test("D2.2 a search finds a setting, and leaving with unsaved text asks", { tag: "@one-width" }, async ({ page }) => {
  const { path } = inviteStaff("admin");
  await finishSetup(page, codeOf(await setUpStaff(page, path)));
  await expect(page.getByRole("heading", { name: say("staff:queue.title") })).toBeVisible();
  await open(page, "/staff/site");
  const description = page.locator("textarea[name=description], input[name=description]");
  await expect(description).toBeVisible();
  await page.getByLabel(say("staff-sites:find.label")).fill("staff_credits");
  await expect(description).toBeHidden();
  const credits = page.locator("input[name=staff_credits]");
  const before = await credits.inputValue();
  await credits.fill("7");
  const history = page.getByRole("link", { name: say("staff-sites:tab.history") });
  await history.click();
  const dialog = page.getByRole("dialog", { name: say("staff-sites:unsaved.title") });
  await dialog.getByRole("button", { name: say("staff-sites:unsaved.stay") }).click();
  await expect(dialog).toHaveCount(0);
  await expect(credits).toHaveValue("7");
  // as it was: nothing is unsaved, so nothing is asked
  await credits.fill(before);
  await history.click();
  await expect(page).toHaveURL(/\/staff\/site\/history/);
  await page.goBack();
  await page.locator("input[name=staff_credits]").fill("8");
  await history.click();
  await dialog.getByRole("button", { name: say("staff-sites:unsaved.leave") }).click();
  await expect(page).toHaveURL(/\/staff\/site\/history/);
});

test("D2.2 an admin gives a lander words and a picture: a lost value is refused, staff see them before guests do", {
  tag: "@one-width",
}, async ({ page, browser }) => {
  const { path } = inviteStaff("admin");
  await finishSetup(page, codeOf(await setUpStaff(page, path)));
  await expect(page.getByRole("heading", { name: say("staff:queue.title") })).toBeVisible();
  await open(page, "/staff/site/words?group=landers.maplanding&site=rendezvous");
  await page.locator("input[type=file]").setInputFiles(await photoFile("#17a", "map.jpg"));
  const landerPicture = page.getByRole("img", { name: say("staff-sites:picture.lander") });
  await expect(landerPicture).toBeVisible();
  const guest = await browser.newPage();
  await expect(async () => {
    await open(guest, "/landers/maplanding");
    await expect(guest.locator("img.lander-picture")).toBeVisible({ timeout: 500 });
  }).toPass();
  await picture(guest, "picture of a lander");
  await page.getByRole("button", { name: say("staff-sites:picture.remove") }).click();
  await expect(landerPicture).toHaveCount(0);
  const standard = say("landers:maplanding.intro");
  await page.getByLabel(standard, { exact: true }).fill("Pink dots are profiles.");
  await page.getByRole("button", { name: say("shell:save"), exact: true }).click();
  const missing = say("errors:field.placeholders_missing", { names: "{country}" });
  await expect(page.getByText(missing)).toBeVisible();
  await page.getByLabel(standard, { exact: true }).fill("Pink dots in {country} are profiles.");
  await page.getByLabel(say("landers:maplanding.heading"), { exact: true }).fill("Where do you live?");
  await picture(page, "words of a lander", { fullPage: true });
  const [preview] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("button", { name: say("staff-sites:preview.open") }).click(),
  ]);
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("Where do you live?");
  await picture(preview, "preview of a lander");
  await preview.close();
  await page.getByRole("button", { name: say("shell:save"), exact: true }).click();
  await expect(page.getByText(say("staff-sites:saved"))).toBeVisible();
  await expect(async () => {
    await open(guest, "/landers/maplanding");
    await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Where do you live?", { timeout: 500 });
  }).toPass();
  await guest.close();
  await open(page, "/staff/site/history?site=rendezvous");
  const undo = say("staff-sites:history.undo");
  await page
    .getByRole("button", { name: new RegExp(`^${undo}`) })
    .first()
    .click();
  await expect(page.getByText(say("staff-sites:history.undid")).first()).toBeVisible();
});
