import { type Browser, expect } from "@playwright/test";
import { isLanguage } from "#server/http/language.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./accessibility.ts";
import { arrive, type DemoMember, part, send } from "./demo-member.ts";
import { open } from "./open.ts";
import { Person } from "./person.ts";
import { screenOf } from "./screen.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

// two browsers at once, and each screen looked at in light and dark
test.describe.configure({ timeout: 180_000 });

async function together({ use }: { use: object }, browser: Browser) {
  const robin = await arrive(browser, use, "robin");
  const alex = await arrive(browser, use, "alex");
  return { robin, alex, options: screenOf(use) };
}

const composerOf = ({ page }: DemoMember) => page.getByRole("textbox");

test("R6.07 R2.26 she blocks him while he has their chat open: he is told at once, and both are gone for each other", async ({
  browser,
}, info) => {
  const { robin, alex } = await together(info.project, browser);
  await part(alex, robin);
  await send(alex, "POST", "/api/message.php", { member: robin.id, text: "Hello Robin, nice maps." });

  await open(robin.page, "/chats");
  await robin.page.getByRole("main").getByRole("link", { name: /Alex/ }).first().click();
  await expect(robin.page.getByText("Hello Robin, nice maps.").first()).toBeVisible();
  await composerOf(robin).fill("Thank you, I was about to");

  await test.step("in two taps from the chat, with words of what will happen", async () => {
    await open(alex.page, "/chats");
    await alex.page.getByRole("main").getByRole("link", { name: /Robin/ }).first().click();
    await expect(composerOf(alex)).toBeVisible();
    await alex.page.getByRole("button", { name: say("chat:header.more"), exact: true }).click();
    await alex.page.getByRole("menuitem", { name: say("moderation:block.do", { name: "Robin" }) }).click();
    const dialog = alex.page.getByRole("dialog", { name: say("moderation:block.title", { name: "Robin" }) });
    await expect(dialog.getByText(say("moderation:block.deleted", { name: "Robin" }))).toBeVisible();
    await expectAccessible(alex.page);
    await dialog.getByRole("button", { name: say("moderation:block.do", { name: "Robin" }) }).click();
    await expect(alex.page).toHaveURL(/\/chats$/);
    await expect(alex.page.getByText(say("moderation:block.done", { name: "Robin" }))).toBeVisible();
    await expect(alex.page.getByRole("main").getByRole("link", { name: /Robin/ })).toHaveCount(0);
  });

  await test.step("he reads the specification's words without a reload", async () => {
    const words = say("errors:blocked", { name: "Alex" });
    await expect(robin.page.getByRole("heading", { level: 1, name: words })).toBeVisible();
    await expectAccessible(robin.page);
    await expectNoSidewaysScroll(robin.page);
    await open(robin.page, `/members/${alex.id}`);
    await expect(robin.page.getByRole("heading", { level: 1, name: words })).toBeVisible();
    await open(robin.page, "/chats");
    await expect(robin.page.getByRole("main").getByRole("link", { name: /Alex/ })).toHaveCount(0);
  });

  await test.step("she finds him in her settings and lifts it", async () => {
    await open(alex.page, `/members/${robin.id}`);
    await alex.page.getByRole("link", { name: say("shell:error.to_blocked") }).click();
    const lift = alex.page.getByRole("button", { name: say("moderation:blocked.lift_for", { name: "Robin" }) });
    await expect(lift).toBeVisible();
    await expectAccessible(alex.page);
    await expectNoSidewaysScroll(alex.page);
    await lift.focus();
    await alex.page.keyboard.press("Enter");
    await expect(alex.page.getByText(say("moderation:blocked.lifted", { name: "Robin" }))).toBeFocused();
    await open(alex.page, `/members/${robin.id}`);
    await expect(alex.page.getByRole("heading", { level: 1 })).toContainText("Robin");
    await open(robin.page, `/members/${alex.id}/chat`);
    // he may have begun all the conversations that a free member has, yet the page is his again
    const title = say("chat:first.title", { name: "Alex" });
    await expect(robin.page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(robin.page.getByText("Hello Robin, nice maps.")).toHaveCount(0);
  });
});

test("R6.07 with the keyboard alone a block can be thought better of, and one that is made is said in the profile's place", async ({
  browser,
}, info) => {
  const { robin, alex } = await together(info.project, browser);
  await part(alex, robin);
  await open(alex.page, `/members/${robin.id}`);
  const { page } = alex;
  await page.getByRole("button", { name: say("moderation:more"), exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: say("moderation:more"), exact: true })).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Robin");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: say("moderation:block.do", { name: "Robin" }) }).press("Enter");
  const dialog = page.getByRole("dialog", { name: say("moderation:block.title", { name: "Robin" }) });
  await dialog.getByRole("button", { name: say("moderation:block.do", { name: "Robin" }) }).press("Enter");
  const words = say("errors:blocked_by_you", { name: "Robin" });
  await expect(page.getByRole("heading", { level: 1, name: words })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`/members/${robin.id}$`));
  await expect(page.getByRole("link", { name: say("shell:error.to_blocked") })).toBeVisible();
  await part(alex, robin);
});

test("R6.08 R2.26 who is invisible is found by nobody, writes first, and is open to the other one then", async ({
  browser,
}, info) => {
  const { robin, alex } = await together(info.project, browser);
  await part(alex, robin);
  await open(alex.page, "/notifications");
  const invisible = alex.page.getByRole("switch", { name: say("account:privacy.invisible"), exact: true });
  await invisible.click();
  await expect(alex.page.getByText(say("account:privacy.invisible_on"))).toBeVisible();
  await expect(alex.page.getByText(say("account:privacy.introduces_unseen"))).toBeVisible();
  await expectAccessible(alex.page);
  await alex.page.reload();
  await expect(invisible).toBeChecked();

  await open(robin.page, `/members/${alex.id}`);
  await expect(robin.page.getByRole("heading", { level: 1, name: say("errors:profile_not_found") })).toBeVisible();

  await open(alex.page, `/members/${robin.id}/chat`);
  await composerOf(alex).fill("I would rather begin myself.");
  await alex.page
    .getByRole("button", { name: pattern(say, "chat:composer.send") })
    .first()
    .click();
  await expect(alex.page).toHaveURL(/\/chats\/[^/]+$/);

  await open(robin.page, "/chats");
  await robin.page.getByRole("main").getByRole("link", { name: /Alex/ }).first().click();
  await expect(robin.page.getByText("I would rather begin myself.").first()).toBeVisible();
  await open(robin.page, `/members/${alex.id}`);
  await expect(robin.page.getByRole("heading", { level: 1 })).toContainText("Alex");

  await open(alex.page, "/notifications");
  await invisible.click();
  await expect(alex.page.getByText(say("account:privacy.invisible_off"))).toBeVisible();
  await part(alex, robin);
});

test("R4.20 R2.18 D5.3 a new member is introduced to somebody who wants it, and reads what that like is", async ({
  browser,
}, info) => {
  const { alex, options } = await together(info.project, browser);
  await open(alex.page, "/notifications");
  const introduces = alex.page.getByRole("switch", { name: say("account:privacy.introduces"), exact: true });
  if (!(await introduces.isChecked())) await introduces.click();
  await expect(introduces).toBeChecked();

  const language = info.project.use.locale?.slice(0, 2);
  if (!isLanguage(language)) throw new Error("a project without a language");
  const birth = { day: "3", month: "11", year: "1991" };
  const wish = { name: "Newman", gender: "male", seeks: "female", birth, country: "GB", town: "London" } as const;
  const newcomer = await Person.arrive(browser, options, language, wish);
  await newcomer.open("/");
  await newcomer.signUp();
  await newcomer.confirm();
  const { page } = newcomer;
  await page.clock.install();
  await newcomer.open("/members");
  const asked = page.waitForResponse((response) => response.url().includes("/api/auto-like.php"));
  await page.clock.fastForward(16_000);
  const { profile } = await (await asked).json();
  const dialog = page.getByRole("dialog", { name: say("likes:introduction.title", { name: profile.name }) });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText(say("likes:introduction.text", { name: profile.name }))).toBeVisible();
  await expect(dialog.getByText(say("likes:introduction.automatic"))).toBeVisible();
  await page.screenshot({ path: info.outputPath("introduction.png") });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.clock.fastForward(600);
  await expect(page.getByText(say("shell:nav.new_likes", { count: 1 })).first()).toBeAttached();
  await dialog.getByRole("button", { name: say("likes:introduction.profile") }).click();
  await expect(page).toHaveURL(new RegExp(`/members/${profile.id}$`));
  await expect(page.getByText(say("members:profile.introduced", { name: profile.name }))).toBeVisible();
  await newcomer.open("/likes");
  await expect(page.getByText(say("likes:introduced"), { exact: true })).toBeVisible();
  expect(newcomer.complaints).toEqual([]);
});
