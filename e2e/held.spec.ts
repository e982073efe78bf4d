import { expect, type Page } from "@playwright/test";
import { linkTo, mailTo } from "./mails.ts";
import { newMember, password, send, signUpIn } from "./member.ts";
import { open } from "./open.ts";
import { picture } from "./picture.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");
const waiting = say("chat:state.held");
const drops = (page: Page, name: string) =>
  page.getByRole("button", { name: say("chat:held.delete", { name }), exact: true });

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox").fill(text);
  await page.getByRole("button", { name: pattern(say, "chat:composer.send_price_one") }).click();
  await expect(page.getByRole("listitem").filter({ hasText: text }).last()).toBeVisible();
  await expect(page.getByText(say("chat:state.sending"))).toHaveCount(0);
}

/** Opens the mail's link in this page, which confirms without a tap, as its member is logged in. */
async function confirmIn(page: Page, email: string): Promise<void> {
  await mailTo(page.request, email, /Confirm your email/, "you can start 2 chats");
  await open(page, await linkTo(page.request, email, /Confirm your email/));
  await expect(page.getByRole("heading", { name: say("account:activate.done_title") })).toBeVisible();
  await expect(page.getByText(say("account:activate.done_conversations", { conversations: 2 }))).toBeVisible();
}

/** Opens the chat with the first member that a search finds; returns their name. */
async function openChat(page: Page): Promise<string> {
  await open(page, "/members");
  await open(page, `${await page.locator(".card-link").first().getAttribute("href")}/chat`);
  const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  return title.replace(say("chat:first.title", { name: "" }).trim(), "").trim();
}

test("R4.02 R4.25 a message is held until the confirmation, says so, and is sent when another device confirms", {
  tag: "@core",
}, async ({ page, context }) => {
  const { email } = await signUpIn(context, "Held");
  const name = await openChat(page);
  await expect(page.getByText(say("chat:held.before", { name }))).toBeVisible();
  await expect(page.getByText(say("chat:held.price_one", { count: 1 }))).toBeVisible();
  await write(page, "I like your smile.");
  await expect(page).toHaveURL(/\/chats\//);
  await expect(page.getByText(waiting)).toBeVisible();
  await write(page, "And your dog.");
  await write(page, "This one goes.");
  await picture(page, "waiting");

  await expect(drops(page, name)).toHaveCount(3);
  await drops(page, name).last().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("This one goes.")).toHaveCount(0);

  const list = await context.newPage();
  await open(list, "/chats");
  const row = list.getByRole("list", { name: say("chat:row.list") }).getByRole("listitem");
  await expect(row).toContainText(say("chat:row.held"));

  const elsewhere = await context.newPage();
  await confirmIn(elsewhere, email);
  await expect(elsewhere.getByText(say("account:activate.delivered", { count: 2 }))).toBeVisible();
  const spent = say("navigation:gift_spent", { count: 5, paid: 2 });
  await expect(elsewhere.getByRole("main").getByText(spent)).toBeVisible();
  await expect(page.getByText(waiting)).toHaveCount(0);
  await expect(
    page
      .getByText(pattern(say, "chat:state.sent"))
      .or(page.getByText(say("chat:state.read")))
      .first(),
  ).toBeVisible();
  await expect(page.getByText(say("chat:held.before", { name }))).toHaveCount(0);
  await expect(row).not.toContainText(say("chat:row.held"));
});

test("D6.2 the sixth message is refused with an explanation, and stays in the composer", async ({ page, context }) => {
  await signUpIn(context, "Limit");
  await openChat(page);
  for (const number of [1, 2, 3, 4, 5]) await write(page, `Message ${number}`);
  await page.getByRole("textbox").fill("One too many");
  await page.getByRole("button", { name: pattern(say, "chat:composer.send_price_one") }).click();
  await expect(page.getByRole("alert").filter({ hasText: say("errors:held_limit", { count: 5 }) })).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveValue("One too many");
});

test("R6.05 D6.2 the number of conversations left shows before typing, and a typed text is not lost", async ({
  page,
  context,
}) => {
  await signUpIn(context, "Count");
  await open(page, "/members");
  const [first, second, third] = await page
    .locator(".card-link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const toChat = async (href = "") => {
    await open(page, `${href}/chat`);
  };
  await toChat(third);
  await expect(page.getByText(say("chat:first.limit", { count: 2 }))).toBeVisible();
  await page.getByRole("textbox").fill("A thought for later");
  await toChat(first);
  await write(page, "Hello");
  await toChat(second);
  await expect(page.getByText(say("chat:first.limit", { count: 1 }))).toBeVisible();
  await write(page, "Hello");

  await toChat(third);
  await expect(page.getByText(say("chat:first.none_left"))).toBeVisible();
  await expect(page.getByText(say("chat:first.draft_kept"))).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("link", { name: say("chat:composer.get_credits") })).toBeVisible();
  await picture(page, "none-left");
  await open(page, third ?? "");
  await expect(page.getByText(say("members:profile.none_left"))).toBeVisible();
  await picture(page, "none-left-profile");
  await open(page, first ?? "");
  // the gift of the confirmation pays for it: no link to the credits
  await expect(page.getByText(say("chat:held.price", { count: 1 }))).toBeVisible();
  await expect(page.getByText(say("members:profile.none_left"))).toHaveCount(0);
  // deleting a held message frees its conversation; the text typed for the third member is still there
  await open(page, "/chats");
  await page.locator("a[href*='/chats/']").first().click();
  await page.getByRole("button", { name: pattern(say, "chat:held.delete") }).click();
  await expect(page).toHaveURL(/\/members\/.+\/chat/);
  await toChat(third);
  await expect(page.getByRole("textbox")).toHaveValue("A thought for later");
});

test("D6.3 a member who deletes their only held message can begin again", async ({ page, context }) => {
  await signUpIn(context, "Anew");
  const name = await openChat(page);
  await write(page, "No, better not");
  await drops(page, name).click();
  await expect(page).toHaveURL(/\/members\/.+\/chat/);
  await expect(page.getByText("No, better not")).toHaveCount(0);
  await write(page, "Good evening");
  await expect(page.getByText(waiting)).toBeVisible();
});

test("D6.3 a message that can't be delivered is shown with its text, and costs nothing", async ({
  page,
  context,
  browser,
}) => {
  const hers = await browser.newContext();
  const eva = await newMember(hers, "Gone", { gender: "male", seeks: "female" });
  const anna = await signUpIn(context, "Author");
  await open(page, `/members/${eva.id}/chat`);
  await write(page, "Are you still there?");
  await send(hers, "DELETE", "/api/account.php", { password });
  await hers.close();

  await open(page, "/chats");
  const undelivered = page.getByRole("region", { name: say("chat:undelivered.area") });
  await expect(undelivered).toContainText(say("chat:undelivered.away"));
  await expect(undelivered).toContainText("Are you still there?");
  const elsewhere = await context.newPage();
  await confirmIn(elsewhere, anna.email);
  await expect(elsewhere.getByText(say("account:activate.undelivered", { count: 1 }))).toBeVisible();
  await expect(undelivered).toContainText(say("chat:undelivered.profile_not_found"));
  await undelivered.getByRole("button", { name: say("chat:undelivered.delete") }).click();
  await expect(undelivered).toHaveCount(0);
});
