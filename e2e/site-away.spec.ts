import { expect, type Locator, type Page, type Route } from "@playwright/test";
import { inChat } from "./in-chat.ts";
import { arriveTwo, signUpIn, userOf } from "./member.ts";
import { open } from "./open.ts";
import { chooser, tiles } from "./own-photos.ts";
import { photoFile } from "./photo.ts";
import { picture } from "./picture.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

const field = (page: Page) => page.getByRole("textbox", { name: pattern(say, "chat:composer.label") });
const bubble = (page: Page, text: string) => page.locator(".bubble", { hasText: text });
/** What says that something waits for the site. */
const note = (part: Page | Locator) =>
  part
    .getByRole("status")
    .filter({ hasText: say("shell:failure.waits") })
    .filter({ visible: true });

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.getByRole("button", { name: pattern(say, "chat:composer.send_price_one") }).click();
}

/** The answer of a site that moves. */
const refuse = (route: Route, seconds: number) =>
  route.fulfill({
    status: 503,
    headers: { "retry-after": String(seconds) },
    json: { error: { code: "unavailable", message: say("errors:unavailable") } },
  });

/** The site is away for this write, until `comeBack`; that expects it once more, with its key. */
async function goAway(page: Page, path: string) {
  const keys: (string | undefined)[] = [];
  let isAway = true;
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === "GET") return await route.continue();
    keys.push(route.request().headers()["idempotency-key"]);
    if (isAway) await refuse(route, 1);
    else await route.continue();
  });
  return {
    async comeBack(): Promise<void> {
      const refused = keys.length;
      isAway = false;
      await expect.poll(() => keys.length).toBe(refused + 1);
      expect([refused > 0, new Set(keys).size]).toEqual([true, 1]);
    },
  };
}

test("R7.03 0126 a message waits for a site that moves: it is there once, and is charged once", {
  tag: ["@core", "@one-width"],
}, async ({ browser }) => {
  const [she, he] = await inChat(browser);
  const { page } = she;
  const { credits } = await userOf(she.context);
  const site = await goAway(page, "/api/message.php");
  await write(page, "While you move");
  await expect(note(page)).toHaveCount(1);
  await expect(page.getByText(say("chat:state.sending"), { exact: true })).toBeVisible();
  await picture(page, "message");
  await site.comeBack();
  await expect(note(page)).toHaveCount(0);
  await expect(page.getByText(say("chat:state.sending"), { exact: true })).toHaveCount(0);
  await expect(bubble(page, "While you move")).toHaveCount(1);
  await expect(bubble(he.page, "While you move")).toHaveCount(1);
  expect((await userOf(she.context)).credits).toBe(Number(credits) - 1);
});

test("R7.03 0126 what waits for a site is cancelled, and then sent only if its member repeats it", {
  tag: "@one-width",
}, async ({ browser }) => {
  const [she, he] = await inChat(browser);
  const { page } = she;
  const cancel = note(page).getByRole("button", { name: say("shell:cancel") });
  const sent: string[] = [];
  await page.route("**/api/{message,like}.php", (route) => {
    sent.push(new URL(route.request().url()).pathname);
    return refuse(route, 60);
  });
  await write(page, "On second thought");
  await cancel.click();
  await expect(page.getByText(say("chat:state.unknown"))).toBeVisible();
  await expect(note(page)).toHaveCount(0);
  await page.unroute("**/api/{message,like}.php");
  // the event stream opens again, as after a move: other messages without an answer are sent then
  const reopened = page.waitForRequest("**/api/events.php*");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await reopened;
  await write(page, "Something else");
  await expect(bubble(he.page, "Something else")).toHaveCount(1);
  await expect(page.getByText(say("chat:state.unknown"))).toBeVisible();
  await page.getByRole("button", { name: say("chat:state.retry") }).click();
  await expect(bubble(he.page, "On second thought")).toHaveCount(1);
  expect(sent).toEqual(["/api/message.php"]);
});

test("R7.03 0126 a message that waits in one tab and is sent by another one is there once, and is charged once", {
  tag: "@one-width",
}, async ({ browser }) => {
  const [she, he] = await inChat(browser);
  const { credits } = await userOf(she.context);
  const answers: number[] = [];
  await she.page.route("**/api/message.php", async (route) => {
    if (answers.length === 0) {
      answers.push(503);
      return await refuse(route, 10);
    }
    const response = await route.fetch();
    answers.push(response.status());
    await route.fulfill({ response });
  });
  await write(she.page, "Twice open");
  await expect(note(she.page)).toHaveCount(1);
  const other = await she.context.newPage();
  await open(other, `/members/${he.id}/chat`);
  await expect(bubble(he.page, "Twice open")).toHaveCount(1);
  expect(answers).toEqual([503]);
  await expect(note(she.page)).toHaveCount(0, { timeout: 20_000 });
  expect(answers).toEqual([503, 200]);
  for (const { page } of [she, he, { page: other }]) await expect(bubble(page, "Twice open")).toHaveCount(1);
  expect((await userOf(she.context)).credits).toBe(Number(credits) - 1);
});

test("0126 outside a chat the notices say what waits for the site, and a like is made once it is back", {
  tag: "@one-width",
}, async ({ browser }) => {
  const [she, he] = await inChat(browser);
  const { page } = she;
  await open(page, `/members/${he.id}`);
  const site = await goAway(page, "/api/like.php");
  const like = page
    .getByRole("main")
    .getByRole("button", { name: new RegExp(`^${say("likes:like")}`) })
    .first();
  await like.click();
  await expect(note(page)).toHaveCount(1);
  await picture(page, "like");
  await site.comeBack();
  await expect(note(page)).toHaveCount(0);
});

test("R1.09 0126 a photo waits for a site that moves: its owner has it once", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await signUpIn(context, "Photo");
  await open(page, "/profile");
  const site = await goAway(page, "/api/photos.php");
  await chooser(page).setInputFiles(await photoFile("#b35", "first.jpg"));
  await expect(note(page)).toHaveCount(1);
  await picture(page, "photo");
  await site.comeBack();
  await expect(note(page)).toHaveCount(0);
  await expect(page.getByText(say("photos:upload.done", { count: 1 }))).toBeVisible();
  await expect(tiles(page).getByRole("img")).toHaveCount(1);
});

test("R1.05 0126 a gift waits for a site that moves, which its dialog says: it is there once, and is charged once", {
  tag: "@one-width",
}, async ({ browser }) => {
  const [{ page, context }, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  const { credits } = await userOf(context);
  await open(page, `/members/${he.id}`);
  await page.getByRole("link", { name: say("gifts:send.open"), exact: true }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText(say("gifts:name.rose"), { exact: true }).click();
  const site = await goAway(page, "/api/gift.php");
  const gift = say("gifts:given.rose");
  await sheet.getByRole("button", { name: say("gifts:send.button", { gift, count: 5 }), exact: true }).click();
  await expect(note(sheet)).toHaveCount(1);
  await picture(page, "gift");
  await site.comeBack();
  await expect(page).toHaveURL(/\/chats\/[^/]+$/);
  await expect(page.getByText(say("gifts:chat.sent", { gift })).first()).toBeVisible();
  expect((await userOf(context)).credits).toBe(Number(credits) - 5);
});
