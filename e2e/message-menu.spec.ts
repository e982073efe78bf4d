import { expect, type Page } from "@playwright/test";
import { arrive, arriveTwo, send } from "./member.ts";
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

test("R11.02 a reply quotes a message; a first message quotes a line or a photo of the profile; a tap leads there", async ({
  browser,
}) => {
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);
  await send(ben.context, "PUT", "/api/profile.php", { about_me: "I sail.\nI bake bread." });
  const quote = (page: Page, text: string) => page.locator("a.message-quote", { hasText: text });

  await test.step("she writes about a line of his profile", async () => {
    await open(anna.page, `/members/${ben.id}`);
    await anna.page.getByRole("link", { name: say("members:profile.reply_line", { line: "I bake bread." }) }).click();
    await expect(anna.page.getByText("I bake bread.")).toBeVisible();
    await write(anna.page, ben.name, "With rye?");
    await expect(quote(anna.page, "I bake bread.")).toBeVisible();
    await open(ben.page, "/chats");
    await ben.page.getByRole("link", { name: anna.name, exact: true }).click();
    await expect(quote(ben.page, say("chat:reply.own_profile"))).toBeVisible();
  });

  await test.step("he replies to her message; she sees the quote without a reload, and it leads to its source", async () => {
    await choose(ben.page, "With rye?", say("chat:reply.do"));
    await expect(field(ben.page, anna.name)).toBeFocused();
    await write(ben.page, anna.name, "With rye, always.");
    await expect(quote(anna.page, "With rye?")).toBeVisible();
    await expect(quote(ben.page, "With rye?")).toBeVisible();
    await quote(anna.page, "With rye?").click();
    await expect(bubble(anna.page, "With rye?").first()).toBeInViewport();
    await quote(anna.page, "I bake bread.").click();
    await expect(anna.page).toHaveURL(`/members/${ben.id}`);
  });

  await test.step("what he changed is quoted no more", async () => {
    await send(ben.context, "PUT", "/api/profile.php", { about_me: "I sail." });
    await open(ben.page, new URL(ben.page.url()).pathname);
    await expect(quote(ben.page, "With rye?")).toBeVisible();
    await expect(quote(ben.page, say("chat:reply.own_profile"))).toHaveCount(0);
  });
});

test("R11.02 without scripts a line of a profile is quoted too", { tag: "@one-width" }, async ({ browser }) => {
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);
  await send(ben.context, "PUT", "/api/profile.php", { about_me: "I bake bread." });
  const plain = await browser.newContext({ javaScriptEnabled: false });
  await plain.addCookies((await anna.context.storageState()).cookies);
  const page = await plain.newPage();
  await page.goto(`/members/${ben.id}`);
  await page.getByRole("link", { name: say("members:profile.reply_line", { line: "I bake bread." }) }).click();
  await expect(page.getByText("I bake bread.")).toBeVisible();
  await field(page, ben.name).fill("With rye?");
  await page
    .getByRole("button", { name: pattern(say, "chat:composer.send_price_one") })
    .first()
    .click();
  await expect(page).toHaveURL(/\/chats\//);
  await expect(page.locator("a.message-quote", { hasText: "I bake bread." })).toBeVisible();
});

test("R11.02 without scripts a reaction is set, changed and taken away, and a message is taken back", {
  tag: "@one-width",
}, async ({ browser }) => {
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);
  const write = async (to: string, text: string): Promise<string> =>
    (await send(anna.context, "POST", "/api/message.php", { member: to, text })).conversation.id;
  const chat = await write(ben.id, "Do you like the sea?");
  const openPlain = async ({ context }: typeof anna, id = chat) => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    await plain.addCookies((await context.storageState()).cookies);
    const page = await plain.newPage();
    await page.goto(`/chats/${id}`);
    return page;
  };
  const more = (page: Page, text: string) =>
    page
      .locator("li[id^=message-]", { hasText: text })
      .getByRole("link", { name: say("moderation:message_more"), exact: true });
  const sign = (page: Page, code: string) =>
    page.getByRole("button", { name: say(`chat:reaction.${code}`), exact: true });
  const his = (page: Page, code: string) =>
    page.getByRole("img", { name: say("chat:reaction.yours", { reaction: say(`chat:reaction.${code}`) }) });

  await test.step("he reacts", async () => {
    const page = await openPlain(ben);
    await expect(page.getByRole("button", { name: say("moderation:message_more") })).toHaveCount(0);
    await more(page, "Do you like the sea?").click();
    await sign(page, "heart").click();
    await expect(his(page, "heart")).toBeVisible();
    await sign(page, "laugh").click();
    await expect(his(page, "laugh")).toBeVisible();
    await expect(sign(page, "laugh")).toHaveAttribute("aria-pressed", "true");
    await sign(page, "laugh").click();
    await expect(his(page, "laugh")).toHaveCount(0);
    await page.context().close();
  });

  await test.step("she takes a message back, and the only one of another chat", async () => {
    await write(ben.id, "Not like this");
    const page = await openPlain(anna);
    const takeBack = page.getByRole("button", { name: say("chat:take_back.do"), exact: true });
    await more(page, "Not like this").click();
    await takeBack.click();
    await expect(page).toHaveURL(new RegExp(`/chats/${chat}(#|$)`));
    await expect(bubble(page, "Not like this")).toHaveCount(0);
    // he has opened the chat, so the first one is read
    await expect(page.getByText(say("chat:state.read"))).toBeVisible();
    await expect(more(page, "Do you like the sea?")).toHaveCount(0);
    await page.context().close();

    const cleo = await arrive(browser, "Cleo");
    const other = await openPlain(anna, await write(cleo.id, "And the mountains?"));
    await more(other, "And the mountains?").click();
    await other.getByRole("button", { name: say("chat:take_back.do"), exact: true }).click();
    await expect(other).toHaveURL(new RegExp(`/members/${cleo.id}/chat(#|$)`));
    await expect(bubble(other, "And the mountains?")).toHaveCount(0);
    await other.context().close();
  });
});
