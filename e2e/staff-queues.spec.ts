import { type BrowserContext, expect, type Page } from "@playwright/test";
import { ask } from "./database.ts";
import { arriveTwo, newMember, send } from "./member.ts";
import { open } from "./open.ts";
import { picture } from "./picture.ts";
import { codeOf, finishSetup, inviteStaff, setUpStaff } from "./staff.ts";
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
  // before the reports of other journeys
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

  await test.step("the key of the ban asks, by the member's name, and Escape bans no one", async () => {
    // the member is told why in any case, so the choices wait for words
    await expect(page.getByRole("button", { name: say("staff:queue.warn") })).toBeDisabled();
    await page.getByLabel(say("staff:reports.words"), { exact: true }).fill("You asked for money.");
    await page.getByLabel(say("staff:reports.words"), { exact: true }).blur();
    await page.keyboard.press("b");
    const question = page.getByRole("dialog", { name: he.name });
    await expect(question).toContainText(say("staff:queue.sure"));
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    expect(await ask("select status from accounts where id = $1", [he.id])).toEqual([{ status: "active" }]);
  });

  await test.step("both reports are answered with the ground and the length that the moderator chose", async () => {
    await page.getByLabel(say("staff-members:measure.ground"), { exact: true }).selectOption("harassment");
    await page.getByLabel(say("staff:reports.length"), { exact: true }).selectOption("3");
    await page.getByRole("button", { name: say("staff-members:measure.do_suspended") }).click();
    await expect(item.getByText("He asked me for 200 euros")).toHaveCount(0);
    const statements = await ask(
      `select decision, ground, round(extract(epoch from until - created_at) / 86400)::int as days from statements
       where member_id = $1`,
      [he.id],
    );
    expect(statements).toEqual([{ decision: "suspended", ground: "harassment", days: 3 }]);
    const closed = await ask("select distinct status from reports where reported_id = $1", [he.id]);
    expect(closed).toEqual([{ status: "closed" }]);
  });

  await test.step("another queue is one step away", async () => {
    const queues = page.getByRole("navigation", { name: say("staff:queue.title") });
    await queues.getByRole("link", { name: say("staff:queues.objections") }).click();
    await expect(page.getByRole("heading", { name: say("staff:queues.objections") })).toBeVisible();
  });
  await staff.close();
  await other.close();
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
  await item.getByText(say("staff:queue.replies")).click();
  await item.getByRole("button", { name: say("replies:complaints.more_info.title") }).click();
  await expect(item.getByRole("textbox")).toHaveValue(say("replies:complaints.more_info.text"));
  await picture(page, "complaint", { fullPage: true });
  await page.getByRole("button", { name: say("staff:queue.send_answer") }).click();
  await expect(item.getByText("Someone follows me")).toHaveCount(0);

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
  await staff.close();
});
