import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { ask } from "./database.ts";
import { arriveTwo, newMember, send } from "./member.ts";
import { open, reload } from "./open.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");
const words = (key: string, params = {}) => say(`first-messages:${key}`, params);

/** Stores how often a member answers, as the daily job does. */
const store = (id: string, share: string) =>
  ask("insert into answer_odds (member_id, share, within_a_day, counted_at) values ($1, $2, true, now())", [id, share]);

test("R10.03 the odds stand beside “Write” and in the empty chat, and a member hides them", async ({ browser }) => {
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);
  await store(ben.id, "most");
  const odds = words("odds.most_within_a_day");

  await test.step("she reads them before she pays", async () => {
    await open(anna.page, `/members/${ben.id}`);
    await expect(anna.page.getByText(odds)).toBeVisible();
    await anna.page.getByRole("link", { name: say("members:profile.write") }).click();
    await expect(anna.page.getByText(odds)).toBeVisible();
  });

  await test.step("he sees in the settings what others see, and hides it", async () => {
    await open(ben.page, "/notifications/privacy");
    await expect(ben.page.getByText(words("settings.own"))).toBeVisible();
    await expect(ben.page.getByText(odds)).toBeVisible();
    await ben.page.getByRole("switch", { name: words("settings.odds") }).click();
    await expect(ben.page.getByText(words("settings.odds_off"))).toBeVisible();
    await expect(ben.page.getByText(words("settings.own_hidden"))).toBeVisible();
  });

  await test.step("she sees nothing any more", async () => {
    await reload(anna.page);
    await expect(
      anna.page.getByRole("textbox", { name: say("chat:composer.label", { name: ben.name }) }),
    ).toBeVisible();
    await expect(anna.page.getByText(odds)).toHaveCount(0);
  });
});

test("R10.05 who does not fit reads it before writing and pays nothing; a like opens the chat, live", async ({
  browser,
}) => {
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);
  const field = ben.page.getByRole("textbox", { name: say("chat:composer.label", { name: anna.name }) });
  let release = () => {};
  const refused = new Promise<void>((resolve) => {
    release = resolve;
  });

  await test.step("he has begun to write while she turns the switches on, with what they mean below", async () => {
    await open(ben.page, `/members/${anna.id}/chat`);
    await field.fill("Do you like the sea?");
    // his page learns of it by his message, not by chance before
    await ben.page.route("**/api/chat.php*", async (route) => {
      await refused;
      await route.continue();
    });
    await send(anna.context, "PUT", "/api/preferences.php", { prefers_min_age: 40, prefers_max_age: 50 });
    await open(anna.page, "/notifications/privacy");
    await expect(anna.page.getByText(words("settings.preview"))).toBeVisible();
    for (const name of ["fitting", "verified"]) {
      await anna.page.getByRole("switch", { name: words(`settings.${name}`) }).click();
      await expect(anna.page.getByText(words(`settings.${name}_on`))).toBeVisible();
    }
  });

  await test.step("his message is refused, and stays as a draft; he reads what it is about, and no ages", async () => {
    const answer = ben.page.waitForResponse((response) => response.url().includes("/api/message.php"));
    await ben.page
      .getByRole("button", { name: pattern(say, "chat:composer.send_price_one") })
      .first()
      .click();
    await answer;
    release();
    const notice = ben.page.getByRole("alert").filter({ hasText: words("unmet.title") });
    await expect(notice).toContainText(words("unmet.age"));
    await expect(notice).toContainText(words("unmet.verified"));
    await expect(notice).not.toContainText(/\d/);
    await expect(notice).toContainText(say("chat:first.draft_kept"));
    await expect(field).toHaveCount(0);
    const spent = "select count(*)::int as count from ledger where member_id = $1 and amount < 0";
    expect(await ask(spent, [ben.id])).toEqual([{ count: 0 }]);
    await open(ben.page, `/members/${anna.id}`);
    await expect(ben.page.getByRole("link", { name: words("unmet.title") })).toBeVisible();
    await expect(ben.page.getByRole("link", { name: say("members:profile.write") })).toHaveCount(0);
    await expect(ben.page.getByRole("button", { name: say("likes:like"), exact: true })).toBeVisible();
  });

  await test.step("he likes her from the notice in the chat, without scripts too", async () => {
    const { cookies } = await ben.context.storageState();
    const plain = await browser.newContext({ javaScriptEnabled: false });
    await plain.addCookies(cookies);
    const page = await plain.newPage();
    await page.goto(`/members/${anna.id}/chat`);
    await page
      .getByRole("alert")
      .getByRole("button", { name: say("likes:like"), exact: true })
      .click();
    await expect(page).toHaveURL(new RegExp(`/members/${anna.id}$`));
    await expect(page.getByRole("button", { name: say("likes:liked"), exact: true })).toBeVisible();
    await plain.close();
    await open(ben.page, `/members/${anna.id}/chat`);
    const like = ben.page.getByRole("alert").getByRole("button", { name: say("likes:liked"), exact: true });
    await expect(like).toHaveAttribute("aria-pressed", "true");
  });

  await test.step("she likes him: he may write, without a reload", async () => {
    await open(ben.page, `/members/${anna.id}/chat`);
    await expect(field).toHaveCount(0);
    await send(anna.context, "POST", "/api/like.php", { id: ben.id });
    await expect(field).toBeVisible();
    await expect(field).toHaveValue("Do you like the sea?");
  });

  await test.step("her own first message to someone else is answered all the same", async () => {
    const other = await browser.newContext();
    const carl = await newMember(other, "Carl", { gender: "male", seeks: "female", date_of_birth: "1960-11-03" });
    const key = { member: carl.id, text: `Hello ${randomUUID()}` };
    const { conversation } = await send(anna.context, "POST", "/api/message.php", key);
    const page = await other.newPage();
    await open(page, `/chats/${conversation.id}`);
    await expect(page.getByRole("textbox", { name: say("chat:composer.label", { name: anna.name }) })).toBeVisible();
    await other.close();
  });
});
