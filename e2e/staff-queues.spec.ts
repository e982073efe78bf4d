import { type BrowserContext, expect, type Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { inspect, sendPhoto } from "./chat-photo.ts";
import { ask } from "./database.ts";
import { giveCredits } from "./give-credits.ts";
import { linkTo } from "./mails.ts";
import { arriveTwo, newMember, send } from "./member.ts";
import { open } from "./open.ts";
import { picture } from "./picture.ts";
import { codeOf, finishSetup, inviteStaff, onceCarriedOut, setUpStaff } from "./staff.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

async function logInAsStaff(page: Page, role: "moderator" | "admin"): Promise<void> {
  const { path } = inviteStaff(role);
  await finishSetup(page, codeOf(await setUpStaff(page, path)));
  await page.waitForURL(/\/staff$/);
}

const report = (from: BrowserContext, member: string, reason: string, text: string) =>
  send(from, "POST", "/api/report.php", { member, about: "profile", reason, text });

test("D11.2 a moderator decides on two reports about a member: a ban asks first, a length of their own, what is next", {
  tag: ["@core"],
}, async ({ browser }) => {
  const [she, he] = await arriveTwo(browser, ["Rita", "Carl"]);
  const other = await browser.newContext();
  await newMember(other, "Olga");
  await report(she.context, he.id, "scam", "He asked me for 200 euros");
  await report(other, he.id, "underage", "He says he is in tenth grade");
  // before the reports of other journeys, also those of danger, which come first
  await ask("update reports set reason = 'other' where reason = 'danger' and status = 'open'", []);
  await ask("update reports set created_at = created_at - interval '300 days' where reported_id = $1", [he.id]);
  const staff = await browser.newContext();
  const page = await staff.newPage();
  await logInAsStaff(page, "moderator");
  await page.getByRole("link", { name: say("staff:queues.reports") }).click();
  const item = page.getByRole("article");
  await expect(item.getByText(say("staff:reports.urgent"))).toBeVisible();
  await expect(item.getByText("He asked me for 200 euros")).toBeVisible();
  await expect(item.getByText("He says he is in tenth grade")).toBeVisible();
  await expect(page).toHaveTitle(/^\(\d+\) /);
  await picture(page, "reports", { fullPage: true });

  const words = page.getByLabel(say("staff:reports.words"), { exact: true });
  await test.step("a decision that lacks something says so at the field, which gets the focus", async () => {
    const warn = page.getByRole("button", { name: say("staff:queue.warn") });
    // the member is told why in any case
    await warn.click();
    await expect(words).toBeFocused();
    await expect(words).toHaveAccessibleDescription(new RegExp(say("errors:field.required")));
    await words.fill("You asked for money.");
    await expect(item.getByText(say("errors:field.required"))).toHaveCount(0);
    const boxes = item.getByRole("checkbox", { name: new RegExp(say("staff:about.profile")) });
    for (const box of await boxes.all()) await box.uncheck();
    await warn.click();
    await expect(boxes.first()).toBeFocused();
    await expect(boxes.first()).toHaveAccessibleDescription(say("errors:field.required"));
    for (const box of await boxes.all()) await box.check();
    await page.getByLabel(say("staff:reports.length"), { exact: true }).selectOption("date");
    await page.getByRole("button", { name: say("staff-members:measure.do_muted") }).click();
    await expect(page.getByLabel(say("staff:reports.until"), { exact: true })).toBeFocused();
    await picture(page, "report without a day", { fullPage: true });
    expect(await ask("select 1 from statements where member_id = $1", [he.id])).toEqual([]);
  });

  await test.step("the key of the ban asks, by the member's name, and Escape bans no one", async () => {
    await words.focus();
    await words.blur();
    await page.keyboard.press("b");
    const question = page.getByRole("dialog", { name: he.name });
    await expect(question).toContainText(say("staff:queue.sure"));
    // the ground is that of the gravest report: no fraud
    await expect(question).toContainText(say("staff:ban.alone"));
    await picture(page, "ban question");
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    expect(await ask("select status from accounts where id = $1", [he.id])).toEqual([{ status: "active" }]);
  });

  await test.step("the question for a colleague begins in its field", async () => {
    await page.keyboard.press("o");
    await expect(page.getByLabel(say("staff:colleague.note"), { exact: true })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("both reports are answered with the ground and the length that the moderator chose", async () => {
    await page.getByLabel(say("staff-members:measure.ground"), { exact: true }).selectOption("harassment");
    await page.getByLabel(say("staff:reports.length"), { exact: true }).selectOption("3");
    await page.getByRole("button", { name: say("staff-members:measure.do_suspended") }).click();
    await expect(item.getByText("He asked me for 200 euros")).toHaveCount(0);
    await expect(page.getByRole("button", { name: say("staff:queue.undo") })).toBeVisible();
    await picture(page, "undo", { fullPage: true });
    const statements = () =>
      ask(
        `select decision, ground, round(extract(epoch from until - created_at) / 86400)::int as days from statements
         where member_id = $1`,
        [he.id],
      );
    const suspended = [{ decision: "suspended", ground: "harassment", days: 3 }];
    await expect.poll(statements, onceCarriedOut).toEqual(suspended);
    const closed = await ask("select distinct status from reports where reported_id = $1", [he.id]);
    expect(closed).toEqual([{ status: "closed" }]);
  });

  await test.step("another queue is one step away", async () => {
    const queues = page.getByRole("navigation", { name: say("staff:queue.title") });
    await queues.getByRole("link", { name: say("staff:queues.objections") }).click();
    await expect(page.getByRole("heading", { name: say("staff:queues.objections") })).toBeVisible();
  });
});

test("DSA 16 a notice that names no member: no measure is offered, the notifier is asked by a form, then the member is named", async ({
  browser,
}) => {
  const [he] = await arriveTwo(browser, ["Hugo", "Hans"]);
  const guest = await browser.newContext();
  const email = `notice.${he.id}@example.org`;
  const place = `A man with a red hat ${he.id.slice(0, 8)}`;
  const notice = { place, reason: "scam", text: "He sells hats.", name: "Noor Visser", email, good_faith: true };
  await send(guest, "POST", "/api/notice.php", notice);
  // before the reports of other journeys
  const moveToFront = () =>
    ask(
      `update reports set reason = 'danger', created_at = created_at - interval '500 days'
       where id in (select report_id from content_notices where email = $1)`,
      [email],
    );
  await moveToFront();
  const staff = await browser.newContext();
  const page = await staff.newPage();
  await logInAsStaff(page, "moderator");
  await open(page, "/staff/queue/reports");
  const item = page.getByRole("article");
  await expect(item.getByText(place)).toBeVisible();
  await expect(page.getByRole("button", { name: say("staff:queue.warn") })).toHaveCount(0);
  await expect(page.getByRole("button", { name: say("staff-members:measure.do_banned") })).toHaveCount(0);
  await picture(page, "notice without a member", { fullPage: true });
  await page.getByLabel(say("staff:reports.words"), { exact: true }).fill("Which page is it on?");
  await page.getByRole("button", { name: say("staff:queue.ask_back") }).click();
  await expect(item.getByText(place)).toHaveCount(0);
  const asked = () => ask("select question from content_notices where email = $1", [email]);
  await expect.poll(asked, onceCarriedOut).toEqual([{ question: "Which page is it on?" }]);

  const form = await guest.newPage();
  await open(form, await linkTo(guest.request, email, /We need to know more/));
  await expect(form.getByText("Which page is it on?")).toBeVisible();
  await expectAccessible(form);
  await picture(form, "question to the notifier", { fullPage: true });
  await form.getByRole("textbox", { name: say("complaints:notice.reply") }).fill("He has a beard, too.");
  await form.getByRole("button", { name: say("complaints:notice.reply_send") }).click();
  await expect(form.getByText(say("complaints:notice.waiting"))).toBeVisible();

  await moveToFront();
  await open(page, "/staff/queue/reports");
  await expect(item.getByText("He has a beard, too.")).toBeVisible();
  await page.getByLabel(say("staff:reports.name_member"), { exact: true }).fill(he.name);
  await page.getByRole("button", { name: say("staff:reports.name_member_do") }).click();
  await expect(item.getByRole("link", { name: he.name, exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: say("staff:queue.warn") })).toBeVisible();
});

test("D11.4 a moderator who reads a reported chat sees its photos", async ({ browser }) => {
  const [she, he] = await arriveTwo(browser, ["Ruth", "Curt"]);
  await giveCredits(he, 20);
  const { message } = await sendPhoto(he.context, she, "#35b", "My boat");
  await inspect(message, "active");
  await send(she.context, "POST", "/api/report.php", { member: he.id, about: "chat", reason: "danger", text: "" });
  // before the reports of other journeys
  await ask("update reports set created_at = created_at - interval '400 days' where reported_id = $1", [he.id]);
  const staff = await browser.newContext();
  const page = await staff.newPage();
  await logInAsStaff(page, "moderator");
  await open(page, "/staff/queue/reports");
  await page.getByRole("button", { name: say("staff:queue.open_chat") }).click();
  const photo = page.getByRole("listitem").filter({ hasText: "My boat" }).getByRole("img", { name: he.name }).last();
  await photo.scrollIntoViewIfNeeded();
  await expect.poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await picture(page, "reported chat", { fullPage: true });
  // beside the words of a danger stands the form of the decision, and they stay there while staff write
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 800 });
  const report = page.getByRole("heading", { name: say("moderation:reasons.danger") });
  const field = page.getByLabel(say("staff:reports.words"), { exact: true });
  await field.evaluate((area) => scrollTo(0, scrollY + area.getBoundingClientRect().top - 300));
  await expect(field).toBeInViewport();
  await expect(report).toBeInViewport();
  if (size) await page.setViewportSize(size);
});

test("R2.01 a complaint is answered with a saved reply, and its sender writes back on their page", async ({
  browser,
}) => {
  const [she] = await arriveTwo(browser, ["Nina", "Nico"]);
  await send(she.context, "POST", "/api/complaint.php", {
    email: she.email,
    topic: "safety",
    text: "Someone follows me",
  });
  await ask("update complaints set created_at = created_at - interval '300 days' where member_id = $1", [she.id]);
  const staff = await browser.newContext();
  const page = await staff.newPage();
  await logInAsStaff(page, "admin");
  await open(page, "/staff/queue/complaints");
  const item = page.getByRole("article");
  await expect(item.getByText("Someone follows me")).toBeVisible();
  const answer = page.getByRole("button", { name: say("staff:queue.send_answer") });
  await answer.click();
  await expect(item.getByRole("textbox").first()).toBeFocused();
  await expect(item.getByText(say("errors:field.required"))).toBeVisible();
  await item.getByText(say("staff:queue.replies")).click();
  await item.getByRole("button", { name: say("replies:complaints.more_info.title") }).click();
  await expect(item.getByRole("textbox").first()).toHaveValue(say("replies:complaints.more_info.text"));
  await expect(item.getByText(say("errors:field.required"))).toHaveCount(0);
  await picture(page, "complaint", { fullPage: true });
  await answer.click();
  await expect(item.getByText("Someone follows me")).toHaveCount(0);
  const unanswered = () => ask("select id from complaints where member_id = $1 and closed_at is null", [she.id]);
  await expect.poll(unanswered, onceCarriedOut).toEqual([]);

  await open(she.page, "/decisions");
  await expect(she.page.getByText(say("replies:complaints.more_info.text"))).toBeVisible();
  await she.page.getByLabel(say("decisions:complaints.reply"), { exact: true }).fill("It was yesterday.");
  await she.page.getByRole("button", { name: say("decisions:complaints.reply_send") }).click();
  await expect(she.page.getByText(say("decisions:complaints.open"))).toBeVisible();
  await expect(she.page.getByText("It was yesterday.")).toBeVisible();
  await picture(she.page, "thread", { fullPage: true });
  await ask("update complaints set waiting_since = waiting_since - interval '300 days' where member_id = $1", [she.id]);
  await open(page, "/staff/queue/complaints");
  await expect(item.getByText("It was yesterday.")).toBeVisible();
});

test("quality: @one-width Operations on a phone: no table is wider than its card, and late items take two lines", async ({
  browser,
}) => {
  const [she, he] = await arriveTwo(browser, ["Lena", "Lars"]);
  await report(she.context, he.id, "scam", "Late");
  await ask("update reports set created_at = created_at - interval '200 days' where reported_id = $1", [he.id]);
  const error = `{"message": "connect ECONNREFUSED smtp.example.org:587 while sending the message of the queue"}`;
  await ask(
    `insert into pgboss.job (name, source_name, source_retry_count, source_output, state)
     values ('dead-letter', 'remove-unfinished-chat-photo', 3, $1::jsonb, 'created')`,
    [error],
  );
  const staff = await browser.newContext();
  const page = await staff.newPage();
  await logInAsStaff(page, "admin");
  await open(page, "/staff/operations");
  await expect(page.getByText(say("operations:dead.attempts_other", { count: 4 }))).toBeVisible();
  const overflow = await page
    .locator("main section[tabindex='0']")
    .evaluateAll((tables) => tables.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  expect(overflow.length).toBeGreaterThan(0);
  expect(overflow.filter((width) => width > 0)).toEqual([]);
  const reports = page.getByRole("row", { name: new RegExp(say("staff:queues.reports")) });
  const late = await reports.evaluate(({ clientHeight }) => clientHeight);
  // three lines would be 72
  expect(late).toBeLessThan(60);
  await picture(page, "operations", { fullPage: true });
  await ask("delete from pgboss.job where name = 'dead-letter' and source_output = $1::jsonb", [error]);
});
