import { expect, type Page } from "@playwright/test";
import { dayMs } from "#contract/durations.ts";
import { ask } from "./database.ts";
import { arriveTwo, send } from "./member.ts";
import { open, reload } from "./open.ts";
import { picture } from "./picture.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");
const words = (key: string, params = {}) => say(`shared-dates:${key}`, params);

const press = (page: Page, key: string) => page.getByRole("button", { name: words(key), exact: true }).click();
const sees = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();
/** The words of a text before its first value. */
const start = (key: string, params = {}) => words(key, { ...params, when: "\n" }).split("\n")[0] ?? "";

/** Fills in a date tomorrow at half past seven. */
async function fillIn(page: Page): Promise<void> {
  const tomorrow = new Date(Date.now() + dayMs).toISOString().slice(0, 10);
  await page.getByLabel(words("form.day"), { exact: true }).fill(tomorrow);
  await page.getByLabel(words("form.time"), { exact: true }).fill("19:30");
  await page.getByLabel(words("form.place"), { exact: true }).fill("Café Roest, by the water");
  await page.getByLabel(words("form.note")).fill("Back by tram");
  await page.getByLabel(words("form.friend")).fill("Sam");
}

test("R12.03 a member tells a friend about a date, who reads it without an account and without scripts, until it ends", async ({
  browser,
}) => {
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);
  const { conversation } = await send(anna.context, "POST", "/api/message.php", { member: ben.id, text: "Friday?" });
  const friend = await browser.newContext({ javaScriptEnabled: false, locale: "fi-FI" });
  const friendsPage = await friend.newPage();
  const finnish = sayIn("fi");
  const link = anna.page.getByLabel(words("link.label_for", { friend: "Sam" }));

  await test.step("from the chat’s menu", async () => {
    await open(anna.page, `/chats/${conversation.id}`);
    await anna.page.getByRole("button", { name: say("chat:header.more"), exact: true }).click();
    await anna.page.getByRole("menuitem", { name: say("chat:header.share_date") }).click();
    await expect(anna.page.getByRole("heading", { level: 1, name: words("form.title") })).toBeVisible();
    await press(anna.page, "form.create");
    await expect(anna.page.getByLabel(words("form.day"), { exact: true })).toBeFocused();
    await fillIn(anna.page);
    await press(anna.page, "form.create");
    await sees(anna.page, words("list.saved"));
    await expect(link).toHaveValue(/\/where\/[\w-]{43}$/);
  });

  await test.step("the friend reads it in the language of their browser", async () => {
    const answer = await friendsPage.goto(await link.inputValue());
    expect(answer?.status()).toBe(200);
    expect(await answer?.allHeaders()).toMatchObject({
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "x-robots-tag": "noindex, nofollow",
    });
    expect(await friend.cookies()).toEqual([]);
    const heading = finnish("shared-dates:friend.heading", { sharer: anna.name });
    await expect(friendsPage.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    for (const text of ["Café Roest, by the water", "Back by tram", ben.name, ben.id]) await sees(friendsPage, text);
    await expect(friendsPage.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  });

  await test.step("her chat with him names the date, and leads to it", async () => {
    await open(anna.page, `/chats/${conversation.id}`);
    await picture(anna.page, "date-in-chat");
    await anna.page.getByRole("link", { name: words("list.friend_knows") }).click();
    await expect(link).toBeVisible();
    await open(ben.page, `/chats/${conversation.id}`);
    await expect(ben.page.getByText("Friday?").last()).toBeVisible();
    await expect(ben.page.getByText(words("list.friend_knows"))).toHaveCount(0);
  });

  await test.step("the time of the reminder passes: the friend’s page says so, until she is fine", async () => {
    await ask(
      `update shared_dates set starts_at = now() - interval '3 hours', remind_at = now() - interval '1 hour',
        ends_at = now() + interval '21 hours' where owner_id = $1`,
      [anna.id],
    );
    await friendsPage.getByRole("link", { name: finnish("shared-dates:friend.again") }).click();
    await sees(friendsPage, finnish("shared-dates:friend.overdue_note", { sharer: anna.name }));
    await reload(anna.page);
    await sees(anna.page, start("list.overdue"));
    await press(anna.page, "button.fine");
    await sees(anna.page, words("list.fine_saved"));
    await friendsPage.getByRole("link", { name: finnish("shared-dates:friend.again") }).click();
    await expect(friendsPage.getByText(finnish("shared-dates:friend.overdue_note", { sharer: anna.name }))).toHaveCount(
      0,
    );
  });

  await test.step("from the chat’s menu the date is found again, and its link is replaced", async () => {
    await open(anna.page, `/dates/${ben.id}`);
    const before = await link.inputValue();
    await anna.page.getByText(words("link.more")).click();
    await press(anna.page, "button.renew");
    await sees(anna.page, words("list.link_renewed"));
    await expect(link).not.toHaveValue(before);
    expect((await friendsPage.goto(before))?.status()).toBe(410);
    await sees(friendsPage, finnish("shared-dates:friend.over"));
  });

  await test.step("she ends it", async () => {
    const address = await link.inputValue();
    if (!(await anna.page.getByRole("button", { name: words("button.end") }).isVisible()))
      await anna.page.getByText(words("link.more")).click();
    await press(anna.page, "button.end");
    await sees(anna.page, words("list.ended"));
    await sees(anna.page, words("list.empty"));
    expect((await friendsPage.goto(address))?.status()).toBe(410);
  });
});

test("R12.03 without scripts a date is shared, changed, and said to be fine", { tag: "@one-width" }, async ({
  browser,
}) => {
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);
  const { cookies } = await anna.context.storageState();
  const plain = await browser.newContext({ javaScriptEnabled: false });
  await plain.addCookies(cookies);
  const page = await plain.newPage();
  await page.goto(`/dates/${ben.id}`);
  await fillIn(page);
  await page.getByLabel(words("form.place"), { exact: true }).fill("");
  await press(page, "form.create");
  await sees(page, say("errors:field.required"));
  await expect(page.getByLabel(words("form.note"))).toHaveValue("Back by tram");
  await page.getByLabel(words("form.place"), { exact: true }).fill("Café Roest");
  await press(page, "form.create");
  await sees(page, words("list.saved"));
  await page.getByRole("link", { name: words("button.change"), exact: true }).click();
  await page.getByLabel(words("form.place"), { exact: true }).fill("The old harbour");
  await press(page, "form.save");
  await sees(page, words("list.changed_saved"));
  await sees(page, "The old harbour");
  await sees(page, words("list.planned"));
  await ask("update shared_dates set starts_at = now() - interval '1 hour' where owner_id = $1", [anna.id]);
  await page.reload();
  await press(page, "button.fine");
  await sees(page, words("list.fine_saved"));
});
