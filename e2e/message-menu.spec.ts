import { expect, type Page } from "@playwright/test";
import { arriveTwo } from "./member.ts";
import { open } from "./open.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

const field = (page: Page, name: string) => page.getByRole("textbox", { name: say("chat:composer.label", { name }) });
const bubble = (page: Page, text: string) => page.locator(".bubble", { hasText: text });

async function write(page: Page, name: string, text: string) {
  await field(page, name).fill(text);
  await page
    .getByRole("button", { name: pattern(say, "chat:composer.send_price_one") })
    .first()
    .click();
  await expect(bubble(page, text)).toBeVisible();
}

/** Opens the menu of a message, and presses an entry. */
async function choose(page: Page, text: string, entry: string) {
  const row = page.locator("li[id^=message-]", { hasText: text });
  await row.getByRole("button", { name: say("moderation:message_more") }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
}

test("R11.02 a message is taken back while it is unread: gone for both without a reload, with its credits", async ({
  browser,
}) => {
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);
  const takeBack = say("chat:take_back.do");
  const left = (count: number) => anna.page.getByText(say("chat:composer.left", { count }));
  await open(ben.page, "/chats");
  await open(anna.page, `/members/${ben.id}/chat`);

  await test.step("the only message: the chat is as if it had never begun", async () => {
    await write(anna.page, ben.name, "A word too many");
    await expect(anna.page).toHaveURL(/\/chats\//);
    await expect(ben.page.getByText("A word too many").first()).toBeVisible();
    await choose(anna.page, "A word too many", takeBack);
    await expect(anna.page.getByText(say("chat:take_back.done"))).toBeVisible();
    await expect(anna.page).toHaveURL(`/members/${ben.id}/chat`);
    await expect(bubble(anna.page, "A word too many")).toHaveCount(0);
    await expect(ben.page.getByRole("link", { name: anna.name, exact: true })).toHaveCount(0);
  });

  await test.step("the last one: the one before stands in the list again; what was read stays", async () => {
    await write(anna.page, ben.name, "Hello Ben");
    await expect(anna.page).toHaveURL(/\/chats\//);
    await write(anna.page, ben.name, "Not like this");
    await expect(ben.page.getByText("Not like this").first()).toBeVisible();
    await choose(anna.page, "Not like this", takeBack);
    await expect(bubble(anna.page, "Not like this")).toHaveCount(0);
    await expect(left(4)).toBeVisible();
    await ben.page.getByRole("link", { name: anna.name, exact: true }).click();
    await expect(bubble(ben.page, "Hello Ben")).toBeVisible();
    await expect(bubble(ben.page, "Not like this")).toHaveCount(0);
    await expect(anna.page.getByText(say("chat:state.read"))).toBeVisible();
    const row = anna.page.locator("li[id^=message-]", { hasText: "Hello Ben" });
    await row.getByRole("button", { name: say("moderation:message_more") }).click();
    await expect(anna.page.getByRole("menuitem", { name: say("moderation:copy") })).toBeVisible();
    await expect(anna.page.getByRole("menuitem", { name: takeBack })).toHaveCount(0);
  });
});

test("R11.02 a reaction stands below the message for both, can be changed and taken away, by keyboard too", async ({
  browser,
}) => {
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);
  const sign = (page: Page, code: string) =>
    page.getByRole("menuitemcheckbox", { name: say(`chat:reaction.${code}`), exact: true });
  const theirs = (code: string) =>
    anna.page.getByRole("img", {
      name: say("chat:reaction.theirs", { name: ben.name, reaction: say(`chat:reaction.${code}`) }),
    });
  const his = (code: string) =>
    ben.page.getByRole("img", { name: say("chat:reaction.yours", { reaction: say(`chat:reaction.${code}`) }) });
  await open(anna.page, `/members/${ben.id}/chat`);
  await write(anna.page, ben.name, "Do you like the sea?");
  await expect(anna.page).toHaveURL(/\/chats\//);
  await open(ben.page, new URL(anna.page.url()).pathname);
  const more = ben.page
    .locator("li[id^=message-]", { hasText: "Do you like the sea?" })
    .getByRole("button", { name: say("moderation:message_more") });

  await more.click();
  await sign(ben.page, "heart").click();
  await expect(his("heart")).toBeVisible();
  await expect(theirs("heart")).toBeVisible();
  const announced = say("chat:reaction.announce", {
    name: ben.name,
    text: "Do you like the sea?",
    reaction: say("chat:reaction.heart"),
  });
  await expect(anna.page.getByText(announced)).toBeAttached();

  // by keyboard: the menu opens at its first sign
  await more.focus();
  await ben.page.keyboard.press("Enter");
  await expect(sign(ben.page, "heart")).toBeChecked();
  await expect(sign(ben.page, "heart")).toBeFocused();
  await ben.page.keyboard.press("ArrowDown");
  await expect(sign(ben.page, "laugh")).toBeFocused();
  await ben.page.keyboard.press("Enter");
  await expect(theirs("laugh")).toBeVisible();
  await expect(theirs("heart")).toHaveCount(0);

  await more.click();
  await sign(ben.page, "laugh").click();
  await expect(theirs("laugh")).toHaveCount(0);
  // she was told by no badge, and her chat still waits for an answer
  await expect(anna.page.getByText(say("chat:row.unread", { count: 1 }))).toHaveCount(0);
});
