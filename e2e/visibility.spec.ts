import { expect } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { arrive, arriveTwo, confirm, type Guest, newMember, send, signUpIn } from "./member.ts";
import { open, reload, waitUntilInteractive } from "./open.ts";
import { picture } from "./picture.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

const composerOf = ({ page }: Guest) => page.getByRole("textbox");

test("R6.07 R2.26 she blocks him while he has their chat open: he sees it at once, and both are hidden", {
  tag: "@core",
}, async ({ browser }) => {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  await send(she.context, "POST", "/api/message.php", { member: he.id, text: "Hello Robin, nice maps." });

  await open(he.page, "/chats");
  await he.page
    .getByRole("main")
    .getByRole("link", { name: new RegExp(she.name) })
    .first()
    .click();
  await expect(he.page.getByText("Hello Robin, nice maps.").first()).toBeVisible();
  await composerOf(he).fill("Thank you, I was about to");

  await test.step("she does so in two taps from the chat, after a text that says what will happen", async () => {
    await open(she.page, "/chats");
    await she.page
      .getByRole("main")
      .getByRole("link", { name: new RegExp(he.name) })
      .first()
      .click();
    await expect(composerOf(she)).toBeVisible();
    await she.page.getByRole("button", { name: say("chat:header.more"), exact: true }).click();
    await she.page.getByRole("menuitem", { name: say("moderation:block.do", { name: he.name }) }).click();
    const dialog = she.page.getByRole("dialog", { name: say("moderation:block.title", { name: he.name }) });
    await expect(dialog.getByText(say("moderation:block.deleted", { name: he.name }))).toBeVisible();
    await dialog.getByRole("button", { name: say("moderation:block.do", { name: he.name }) }).click();
    await expect(she.page).toHaveURL(/\/chats$/);
    await expect(she.page.getByText(say("moderation:block.done", { name: he.name }))).toBeVisible();
    await expect(she.page.getByRole("main").getByRole("link", { name: new RegExp(he.name) })).toHaveCount(0);
  });

  await test.step("he reads the specification's text without a reload", async () => {
    const words = say("errors:blocked", { name: she.name });
    await expect(he.page.getByRole("heading", { level: 1, name: words })).toBeVisible();
    await open(he.page, `/members/${she.id}`);
    await expect(he.page.getByRole("heading", { level: 1, name: words })).toBeVisible();
    await open(he.page, "/chats");
    await expect(he.page.getByRole("main").getByRole("link", { name: new RegExp(she.name) })).toHaveCount(0);
  });

  await test.step("she finds him in her settings and lifts the block", async () => {
    await open(she.page, `/members/${he.id}`);
    await she.page.getByRole("link", { name: say("shell:error.to_blocked") }).click();
    const lift = she.page.getByRole("button", { name: say("moderation:blocked.lift_for", { name: he.name }) });
    await expect(lift).toBeVisible();
    await waitUntilInteractive(she.page);
    await lift.focus();
    await she.page.keyboard.press("Enter");
    await expect(she.page.getByText(say("moderation:blocked.lifted", { name: he.name }))).toBeFocused();
    await open(she.page, `/members/${he.id}`);
    await expect(she.page.getByRole("heading", { level: 1 })).toContainText(he.name);
    await open(he.page, `/members/${she.id}/chat`);
    const title = say("chat:first.title", { name: she.name });
    await expect(he.page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(he.page.getByText("Hello Robin, nice maps.")).toHaveCount(0);
  });
});

test("R6.07 by keyboard only a block can be cancelled; once made, a text replaces the profile", async ({ browser }) => {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  await open(she.page, `/members/${he.id}`);
  const { page } = she;
  await page.getByRole("button", { name: say("moderation:more"), exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: say("moderation:more"), exact: true })).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(he.name);
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: say("moderation:block.do", { name: he.name }) }).press("Enter");
  const dialog = page.getByRole("dialog", { name: say("moderation:block.title", { name: he.name }) });
  // a report first: from there the member can block, too
  await dialog.getByRole("button", { name: say("moderation:block.report_first") }).press("Enter");
  const report = page.getByRole("dialog", { name: say("moderation:report.title_profile", { name: he.name }) });
  await expect(report).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(report).toHaveCount(0);
  await page.getByRole("button", { name: say("moderation:more"), exact: true }).press("Enter");
  await page.getByRole("menuitem", { name: say("moderation:block.do", { name: he.name }) }).press("Enter");
  await dialog.getByRole("button", { name: say("moderation:block.do", { name: he.name }) }).press("Enter");
  const words = say("errors:blocked_by_you", { name: he.name });
  await expect(page.getByRole("heading", { level: 1, name: words })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`/members/${he.id}$`));
  await expect(page.getByRole("link", { name: say("shell:error.to_blocked") })).toBeVisible();
});

test("R6.08 R2.26 an invisible member is in no search, writes first, and is then visible to the recipient", async ({
  browser,
}) => {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  await open(she.page, "/notifications/privacy");
  const invisible = she.page.getByRole("switch", { name: say("account:privacy.invisible"), exact: true });
  await invisible.click();
  await expect(she.page.getByText(say("account:privacy.invisible_on"))).toBeVisible();
  await expect(she.page.getByText(say("account:privacy.introduces_unseen"))).toBeVisible();
  const mark = she.page.getByRole("banner").getByRole("link", { name: say("navigation:invisible") });
  await expect(mark).toHaveAttribute("href", "/notifications/privacy");
  await reload(she.page);
  await expect(invisible).toBeChecked();
  await expect(mark).toBeVisible();

  await open(he.page, `/members/${she.id}`);
  await expect(he.page.getByRole("heading", { level: 1, name: say("errors:profile_not_found") })).toBeVisible();
  await expect(he.page.getByText(say("shell:error.member_gone_text"))).toBeVisible();
  await expect(he.page.getByRole("link", { name: say("shell:error.home") })).toBeVisible();

  await open(she.page, `/members/${he.id}/chat`);
  await composerOf(she).fill("I would rather begin myself.");
  await she.page
    .getByRole("button", { name: pattern(say, "chat:composer.send_price_one") })
    .first()
    .click();
  await expect(she.page).toHaveURL(/\/chats\/[^/]+$/);

  await open(he.page, "/chats");
  await he.page
    .getByRole("main")
    .getByRole("link", { name: new RegExp(she.name) })
    .first()
    .click();
  await expect(he.page.getByText("I would rather begin myself.").first()).toBeVisible();
  await open(he.page, `/members/${she.id}`);
  await expect(he.page.getByRole("heading", { level: 1 })).toContainText(she.name);

  await open(she.page, "/notifications/privacy");
  await invisible.click();
  await expect(she.page.getByText(say("account:privacy.invisible_off"))).toBeVisible();
});

test("R4.20 R2.18 D5.3 a new member is introduced to a member who allows it, and reads what that like is", async ({
  page,
  context,
  browser,
}) => {
  const london = { country: "GB", city_id: undefined } as const;
  const she = await arrive(browser, "Introduced", london);
  await open(she.page, "/notifications/privacy");
  const introduces = she.page.getByRole("switch", { name: say("account:privacy.introduces"), exact: true });
  if (!(await introduces.isChecked())) await introduces.click();
  await expect(introduces).toBeChecked();

  await confirm(context, await signUpIn(context, "Newman", { gender: "male", seeks: "female", ...london }));
  await page.clock.install();
  await open(page, "/members");
  const introduced = page.waitForResponse((response) => response.url().includes("/api/auto-like.php"));
  await page.clock.fastForward(16_000);
  const { profile } = await (await introduced).json();
  const reloaded = page.waitForRequest("**/api/likes.php*");
  await page.clock.fastForward(600);
  await reloaded;

  await test.step("D11.7 it interrupts nothing and counts nowhere; it lies in Likes below a closed heading", async () => {
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await open(page, "/likes");
    await expect(page.getByText(say("navigation:new_likes", { count: 1 }))).toHaveCount(0);
    const card = page.locator(`[data-member="${profile.id}"]`).first();
    await expect(card).toBeHidden();
    await picture(page, "likes-introduction-closed");
    await page.getByText(say("likes:others.title"), { exact: true }).click();
    await expect(card).toBeVisible();
    await expect(page.getByText(say("likes:introduced"), { exact: true })).toBeVisible();
    await picture(page, "likes-introduction-open");
    await expectAccessible(page);
  });

  const dialog = page.getByRole("dialog", { name: say("likes:introduction.title", { name: profile.name }) });
  const openDialog = async () => {
    await open(page, "/members?t=3");
    await page.clock.fastForward(4_000);
    await expect(dialog).toBeVisible();
  };
  await test.step("R4.21 an address can ask for the dialog; a person's like comes before it", async () => {
    await openDialog();
    await expect(dialog.getByText(say("likes:introduction.text", { name: profile.name }))).toBeVisible();
    await expect(dialog.getByText(say("likes:introduction.automatic"))).toBeVisible();
    await picture(page, "introduction");
    await expectAccessible(page);
    const fan = await arrive(browser, "Fan", london);
    const headers = { "x-request-type": "client" };
    const { user } = await (await context.request.get("/api/user.php", { headers })).json();
    await send(fan.context, "POST", "/api/like.php", { id: user.id });
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(say("likes:toast.like", { name: fan.name })).first()).toBeVisible();
  });

  const { members } = await (await context.request.get("/api/members.php?photo=1")).json();
  const photographed = { ...profile, main_image: members[0].main_image };
  await page.route("**/api/auto-like.php", (route) => route.fulfill({ json: { profile: photographed } }));
  await page.route("**/api/likes.php*", async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, liked_by: [] } });
  });

  await test.step("R2.18 a click on its text closes it", async () => {
    await openDialog();
    await dialog.getByText(say("likes:introduction.text", { name: profile.name })).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step("its image leads to the profile", async () => {
    await openDialog();
    await dialog.getByRole("link", { name: say("likes:introduction.photo", { name: profile.name }) }).click();
    await expect(page).toHaveURL(new RegExp(`/members/${profile.id}$`));
    await expect(page.getByText(say("members:profile.introduced", { name: profile.name }))).toBeVisible();
  });
  await page.unrouteAll({ behavior: "wait" });

  await open(page, "/likes");
  await page.getByText(say("likes:others.title"), { exact: true }).click();
  // after a match, too, no text claims that both liked by themselves
  const introducedCard = page.locator(".likes-others").getByRole("listitem").filter({ hasText: profile.name });
  await introducedCard.getByRole("button", { name: say("likes:like_back") }).click();
  const match = page.getByRole("dialog", { name: say("likes:match.title") });
  await expect(match.getByText(say("likes:match.introduced", { name: profile.name }))).toBeVisible();
  await match.getByRole("button", { name: say("likes:match.later") }).click();
  await open(page, "/likes/matches");
  // a demo member who answers by a program lies below the heading here too
  if (profile.automatic) await page.getByText(say("likes:others.title"), { exact: true }).click();
  await expect(page.getByText(say("likes:introduced"), { exact: true })).toBeVisible();
  await page.getByRole("link", { name: say("likes:write") }).click();
  await expect(page.getByText(say("chat:first.match_introduced"))).toBeVisible();
});

test("D11.8 a new member lets guests see her in the photo step, and takes it back in the settings", {
  tag: "@one-width",
}, async ({ page, context, browser }) => {
  const mia = await newMember(context, "Mia");
  const guest = await (await browser.newContext()).newPage();
  const showsMe = page.getByRole("switch", { name: say("account:privacy.visitors") });
  const expectSeen = async (seen: boolean) => {
    await open(guest, `/members/${mia.id}/landing`);
    await expect(guest.getByRole("heading", { level: 1 })).toContainText(seen ? mia.name : say("landings:nobody"));
  };
  await expectSeen(false);
  await open(page, "/complete-signup?step=photo");
  await expect(showsMe).not.toBeChecked();
  await picture(page, "photo-step", { fullPage: true });
  await showsMe.check();
  await expect(page.getByText(say("account:privacy.visitors_on"))).toBeVisible();
  await expectSeen(true);
  await open(page, "/notifications/privacy");
  await expect(showsMe).toBeChecked();
  await showsMe.scrollIntoViewIfNeeded();
  await picture(page, "settings");
  await showsMe.uncheck();
  await expect(page.getByText(say("account:privacy.visitors_off"))).toBeVisible();
  await expectSeen(false);
});
