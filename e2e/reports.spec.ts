import { expect } from "@playwright/test";
import { hashText } from "#server/features/chat/index.ts";
import { ask } from "./database.ts";
import { mailTo } from "./mails.ts";
import { arriveTwo, send } from "./member.ts";
import { open } from "./open.ts";
import { addPhotos, approvePhotos } from "./photo.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

test("D11.2 a member is reported in two taps, by keyboard: needs a reason, keeps the text, says what is next", {
  tag: "@core",
}, async ({ browser }) => {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  const { page } = she;
  await open(page, `/members/${he.id}`);
  await page.getByRole("button", { name: say("moderation:more"), exact: true }).focus();
  await page.keyboard.press("Enter");
  const entry = page.getByRole("menuitem", { name: say("moderation:report.do_profile", { name: he.name }) });
  await entry.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: say("moderation:report.title_profile", { name: he.name }) });
  await expect(dialog.getByText(say("moderation:report.intro_profile", { name: he.name }))).toBeVisible();

  await test.step("without a reason an error shows at the reasons", async () => {
    await dialog.getByRole("button", { name: say("moderation:report.send") }).click();
    await expect(dialog.getByText(say("errors:field.unknown_option"))).toBeVisible();
    await expect(dialog.getByRole("radio").first()).toBeFocused();
  });

  await test.step("Escape does not lose what was typed", async () => {
    const words = dialog.getByRole("textbox");
    await words.fill(`It is ${he.name} who asked me for 200 euros.`);
    await page.keyboard.press("Escape");
    await expect(words).toHaveValue(`It is ${he.name} who asked me for 200 euros.`);
  });

  await test.step("no popup covers it when he likes her back and they match", async () => {
    await send(she.context, "POST", "/api/like.php", { id: he.id });
    await send(he.context, "POST", "/api/like.php", { id: she.id });
    await expect(page.getByText(pattern(say, "likes:toast.match")).first()).toBeAttached();
    await expect(page.getByRole("dialog")).toHaveCount(1);
  });

  await test.step("after sending it says what happens next, and that text has the focus", async () => {
    await dialog.getByText(say("moderation:reasons.scam"), { exact: true }).click();
    await dialog.getByRole("button", { name: say("moderation:report.send") }).click();
    await expect(dialog.getByText(say("moderation:report.sent"))).toBeFocused();
    await expect(dialog.getByText(say("moderation:report.next", { name: he.name }))).toBeVisible();
    await dialog.getByRole("button", { name: say("moderation:report.done"), exact: true }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("the mail to the staff has the reason and her words", async () => {
    const about = say("mails:report.abouts.profile");
    const subject = say("mails:report.subject", { reason: say("mails:report.reasons.scam"), about });
    const words = `It is ${he.name}`;
    await open(
      page,
      await mailTo(
        page.request,
        "help@rendezvous.invalid",
        pattern(() => subject, ""),
        words,
      ),
    );
    await expect(page.getByText(words).first()).toBeVisible();
  });
});

test("D11.2 D6.6 in a chat the chat is reported, and its author blocked in the same dialog", async ({ browser }) => {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  await send(she.context, "POST", "/api/message.php", { member: he.id, text: "Hello Robin." });
  await send(he.context, "POST", "/api/message.php", { member: she.id, text: "Send me money, dear." });
  const { page } = she;
  await open(page, "/chats");
  await page
    .getByRole("main")
    .getByRole("link", { name: new RegExp(he.name) })
    .first()
    .click();
  await expect(page.getByText("Send me money, dear.").first()).toBeVisible();
  await page.getByRole("button", { name: say("chat:header.more"), exact: true }).click();
  await page.getByRole("menuitem", { name: say("moderation:report.do_chat") }).click();
  const dialog = page.getByRole("dialog", { name: say("moderation:report.title_chat", { name: he.name }) });
  await expect(dialog.getByText(say("moderation:report.intro_chat", { name: he.name }))).toBeVisible();
  await dialog.getByText(say("moderation:reasons.harassment"), { exact: true }).click();
  await dialog.getByRole("button", { name: say("moderation:report.send") }).click();
  await expect(dialog.getByText(say("moderation:block.deleted", { name: he.name }))).toBeVisible();
  await expect(dialog.getByText(say("moderation:block.copy"))).toBeVisible();
  await dialog.getByRole("button", { name: say("moderation:block.do", { name: he.name }) }).click();
  await expect(page).toHaveURL(/\/chats$/);
  await expect(page.getByText(say("moderation:block.done", { name: he.name }))).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: new RegExp(he.name) })).toHaveCount(0);
});

test("D11.2 a full-screen photo is reported from there, and the report's keys turn no photos", async ({ browser }) => {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  await addPhotos(she.context, ["#b35"]);
  await approvePhotos(she);
  const { page } = he;
  await open(page, `/members/${she.id}`);
  const words = page.getByRole("link", { name: pattern(say, "members:photos.enlarge") });
  await words.first().click();
  const viewer = page.getByRole("dialog", { name: say("members:photos.all", { name: she.name }) });
  await test.step("the phone's Back closes the layers over the page one by one, Forward opens them", async () => {
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
  await test.step("one press on the photo's screen blocks its member", async () => {
    await viewer.getByRole("button", { name: say("moderation:block.do", { name: she.name }) }).click();
    const question = page.getByRole("dialog", { name: say("moderation:block.title", { name: she.name }) });
    await expect(question).toBeVisible();
    await expect(question.getByText(say("moderation:block.told", { name: she.name }))).toBeVisible();
    // the two have no chat
    await expect(question.getByText(say("moderation:block.copy"))).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    await expect(viewer).toBeVisible();
  });
  await viewer.getByRole("button", { name: say("moderation:report.do_photo") }).click();
  const dialog = page.getByRole("dialog", { name: say("moderation:report.title_photo", { name: she.name }) });
  await expect(dialog).toBeVisible();
  await dialog.getByText(say("moderation:photo_reasons.fake"), { exact: true }).click();
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("radio", { name: new RegExp(say("moderation:photo_reasons.explicit")) })).toBeChecked();
  await dialog.getByRole("button", { name: say("moderation:report.send") }).click();
  await expect(dialog.getByText(say("moderation:report.next", { name: she.name }))).toBeVisible();
  await dialog.getByRole("button", { name: say("moderation:report.done"), exact: true }).click();
  await expect(viewer).toBeVisible();
});

test("D11.2 D11.3 a first message about money is marked for its reader only, and reported in two taps", async ({
  browser,
}) => {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  const { page } = she;
  await send(he.context, "POST", "/api/message.php", { member: she.id, text: "Hello, nice lake!" });
  const { chats } = await (await she.context.request.get("/api/chats.php")).json();
  const chat = `/chats/${chats[0].conversation.id}`;
  await open(page, chat);
  await expect(page.getByRole("note")).toHaveCount(0);
  const asking = "Please send me 50 euros, my card is blocked.";
  await send(he.context, "POST", "/api/message.php", { member: she.id, text: asking });
  const advice = page.getByRole("note");
  await expect(advice.getByText(say("moderation:advice.money"))).toBeVisible();

  await test.step("its author sees the message and no mark", async () => {
    await open(he.page, chat);
    await expect(he.page.getByText(asking).first()).toBeVisible();
    await expect(he.page.getByRole("note")).toHaveCount(0);
  });

  await test.step("from the menu of the message it is two taps to the form", async () => {
    await page
      .getByRole("button", { name: say("moderation:message_more"), exact: true })
      .last()
      .click();
    await page.getByRole("menuitem", { name: say("moderation:report.do_message") }).click();
    const dialog = page.getByRole("dialog", { name: say("moderation:report.title_message", { name: he.name }) });
    await expect(dialog.getByText(say("moderation:report.intro_message", { name: he.name }))).toBeVisible();
    await dialog.getByRole("button", { name: say("shell:cancel") }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step("from the advice it is one, and its author is blocked along with it", async () => {
    await advice.getByRole("button", { name: say("moderation:advice.report"), exact: true }).click();
    const dialog = page.getByRole("dialog", { name: say("moderation:report.title_message", { name: he.name }) });
    await dialog.getByText(say("moderation:reasons.scam"), { exact: true }).click();
    await dialog.getByRole("button", { name: say("moderation:report.send") }).click();
    await expect(dialog.getByText(say("moderation:report.sent"))).toBeFocused();
    await dialog.getByRole("button", { name: say("moderation:block.do", { name: he.name }) }).click();
    await expect(page).toHaveURL(/\/chats$/);
    await expect(page.getByText(say("moderation:block.done", { name: he.name }))).toBeVisible();
  });
});

test("D11.3 @one-width a text that went to five members already is not sent to a sixth, and stays in the field", async ({
  browser,
}) => {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  const text = "You look wonderful, I would love to get to know you better.";
  await ask(
    `insert into first_messages (site_id, author_id, conversation_id, begins, text_hash, risky, created_at)
      select 1, $1, gen_random_uuid(), true, $2, false, now() from generate_series(1, 5)`,
    [he.id, hashText(text, she.name)],
  );
  const { page } = he;
  await open(page, `/members/${she.id}/chat`);
  const field = page.getByRole("textbox");
  await field.fill(text);
  const sendButton = page.getByRole("button", { name: say("chat:composer.send_price", { count: 1 }), exact: true });
  await sendButton.click();
  await expect(page.getByText(say("errors:same_text_limit", { count: 5 }))).toBeVisible();
  await expect(field).toHaveValue(text);
  await field.fill("Your cat in the third photo looks like mine, what is it called?");
  await sendButton.click();
  await expect(page).toHaveURL(/\/chats\/[^/]+$/);
});
