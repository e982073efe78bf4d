import { expect } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./accessibility.ts";
import { arrive, part, send } from "./demo-member.ts";
import { open } from "./open.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

// two browsers at once, and each screen looked at in light and dark
test.describe.configure({ timeout: 180_000 });

test("D11.2 two taps from a profile somebody is reported with the keyboard alone: the reason is asked for, nothing typed is lost, and what happens next is said", async ({
  browser,
}, info) => {
  const robin = await arrive(browser, info.project.use, "robin");
  const alex = await arrive(browser, info.project.use, "alex");
  await part(alex, robin);
  const { page } = alex;
  await open(alex.page, `/members/${robin.id}`);
  await page.getByRole("button", { name: say("moderation:more"), exact: true }).focus();
  await page.keyboard.press("Enter");
  const entry = page.getByRole("menuitem", { name: say("moderation:report.do_profile", { name: "Robin" }) });
  await entry.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: say("moderation:report.title_profile", { name: "Robin" }) });
  await expect(dialog.getByText(say("moderation:report.intro_profile", { name: "Robin" }))).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await test.step("without a reason it says so at the reasons", async () => {
    await dialog.getByRole("button", { name: say("moderation:report.send") }).click();
    await expect(dialog.getByText(say("errors:field.unknown_option"))).toBeVisible();
    await expect(dialog.getByRole("radio").first()).toBeFocused();
    await expectAccessible(page);
  });

  await test.step("Escape does not lose what was typed", async () => {
    const words = dialog.getByRole("textbox");
    await words.fill("He asked me for 200 euros.");
    await page.keyboard.press("Escape");
    await expect(words).toHaveValue("He asked me for 200 euros.");
  });

  await test.step("no popup comes over it while he likes her back into a match", async () => {
    await send(alex, "POST", "/api/like.php", { id: robin.id });
    await send(robin, "POST", "/api/like.php", { id: alex.id });
    await expect(page.getByText(pattern(say, "likes:toast.match")).first()).toBeAttached();
    await expect(page.getByRole("dialog")).toHaveCount(1);
  });

  await test.step("sent, it says what happens next, and the focus is there", async () => {
    await dialog.getByText(say("moderation:reasons.scam"), { exact: true }).click();
    await dialog.getByRole("button", { name: say("moderation:report.send") }).click();
    // the project before this one may have reported him, too
    const thanks = dialog
      .getByText(say("moderation:report.sent"))
      .or(dialog.getByText(say("moderation:report.changed")));
    await expect(thanks).toBeFocused();
    await expect(dialog.getByText(say("moderation:report.next", { name: "Robin" }))).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: say("moderation:report.done"), exact: true }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("the mail to the staff holds the reason and her words", async () => {
    await open(page, "/outbox?to=help@rendezvous.invalid");
    const about = say("mails:report.abouts.profile");
    const subject = say("mails:report.subject", { reason: say("mails:report.reasons.scam"), about });
    await page.getByRole("link", { name: subject }).first().click();
    await expect(page.getByText("He asked me for 200 euros.").first()).toBeVisible();
  });
  await part(alex, robin);
  await robin.context.close();
  await alex.context.close();
});

test("D11.2 D6.6 from a chat the chat is reported, and its writer blocked in the same dialog", async ({
  browser,
}, info) => {
  const robin = await arrive(browser, info.project.use, "robin");
  const alex = await arrive(browser, info.project.use, "alex");
  await part(alex, robin);
  // he only answers: a free member begins two conversations
  await send(alex, "POST", "/api/message.php", { member: robin.id, text: "Hello Robin." });
  await send(robin, "POST", "/api/message.php", { member: alex.id, text: "Send me money, dear." });
  const { page } = alex;
  await open(alex.page, "/chats");
  await page.getByRole("main").getByRole("link", { name: /Robin/ }).first().click();
  await expect(page.getByText("Send me money, dear.").first()).toBeVisible();
  await page.getByRole("button", { name: say("chat:header.more"), exact: true }).click();
  await page.getByRole("menuitem", { name: say("moderation:report.do_chat") }).click();
  const dialog = page.getByRole("dialog", { name: say("moderation:report.title_chat", { name: "Robin" }) });
  await expect(dialog.getByText(say("moderation:report.intro_chat", { name: "Robin" }))).toBeVisible();
  await dialog.getByText(say("moderation:reasons.harassment"), { exact: true }).click();
  await dialog.getByRole("button", { name: say("moderation:report.send") }).click();
  await expect(dialog.getByText(say("moderation:block.deleted", { name: "Robin" }))).toBeVisible();
  await expect(dialog.getByText(say("moderation:report.copy"))).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: say("moderation:block.do", { name: "Robin" }) }).click();
  await expect(page).toHaveURL(/\/chats$/);
  await expect(page.getByText(say("moderation:block.done", { name: "Robin" }))).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: /Robin/ })).toHaveCount(0);
  await send(alex, "DELETE", "/api/block.php", { id: robin.id });
  await robin.context.close();
  await alex.context.close();
});

test("D11.2 a photo that fills the screen is reported from there, and the keys of the report turn no photos", async ({
  browser,
}, info) => {
  const robin = await arrive(browser, info.project.use, "robin");
  const alex = await arrive(browser, info.project.use, "alex");
  await part(robin, alex);
  const { page } = robin;
  await open(robin.page, `/members/${alex.id}`);
  const words = page.getByRole("button", { name: pattern(say, "members:photos.enlarge") });
  await words.first().click();
  const viewer = page.getByRole("dialog", { name: say("members:photos.all", { name: "Alex" }) });
  await test.step("the phone's Back closes what is over the page, one after the other, and Forward opens it again", async () => {
    const here = page.url();
    await viewer.getByRole("button", { name: say("moderation:report.do_photo") }).click();
    await expect(page.getByRole("dialog")).toHaveCount(2);
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await expect(viewer.getByRole("button", { name: say("moderation:report.do_photo") })).toBeFocused();
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(words.first()).toBeFocused();
    await page.goForward();
    await expect(viewer).toBeVisible();
    expect(page.url()).toBe(here);
  });
  await test.step("one press from the photo its member can be blocked", async () => {
    await viewer.getByRole("button", { name: say("moderation:block.do", { name: "Alex" }) }).click();
    const question = page.getByRole("dialog", { name: say("moderation:block.title", { name: "Alex" }) });
    await expect(question).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    await expect(viewer).toBeVisible();
  });
  await viewer.getByRole("button", { name: say("moderation:report.do_photo") }).click();
  const dialog = page.getByRole("dialog", { name: say("moderation:report.title_photo", { name: "Alex" }) });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByText(say("moderation:photo_reasons.fake"), { exact: true }).click();
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("radio", { name: new RegExp(say("moderation:photo_reasons.explicit")) })).toBeChecked();
  await dialog.getByRole("button", { name: say("moderation:report.send") }).click();
  await expect(dialog.getByText(say("moderation:report.next", { name: "Alex" }))).toBeVisible();
  await dialog.getByRole("button", { name: say("moderation:report.done"), exact: true }).click();
  await expect(viewer).toBeVisible();
  await robin.context.close();
  await alex.context.close();
});
