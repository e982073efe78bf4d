import { expect } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { ask } from "./database.ts";
import { arriveTwo, newMember, send, userOf } from "./member.ts";
import { open, reload } from "./open.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

test("D11.1 a fictional profile has its icon and label on card, page and chat", async ({ page, context }) => {
  await newMember(context, "Honest");
  const found = await context.request.get("/api/members.php?gender=female&sort=newest");
  let answer: { members: { id: string; name: string; fictional: boolean }[]; next_cursor: string | null } =
    await found.json();
  while (!answer.members.some((member) => member.fictional) && answer.next_cursor) {
    answer = await (
      await context.request.get(`/api/members.php?gender=female&sort=newest&cursor=${answer.next_cursor}`)
    ).json();
  }
  const invented = answer.members.find((member) => member.fictional);
  const label = say("sites:fictional_warning");
  await open(page, `/members/${invented?.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(invented?.name ?? "nobody");
  await expect(page.getByText(label).first()).toBeVisible();
  await expect(page.getByText(say("members:fictional.explanation", { name: invented?.name ?? "" }))).toBeVisible();
  await expect(page.getByText(say("members:active.online"))).toHaveCount(0);
  await open(page, `/members/${invented?.id}/chat`);
  await expect(page.getByText(label).first()).toBeVisible();
  await expect(page.getByText(say("members:fictional.explanation", { name: invented?.name ?? "" }))).toBeVisible();
  await expect(page.getByText(say("chat:composer.unserved"), { exact: true })).toBeVisible();
});

test("D11.1 notices and pages show the icon and the label wherever a fictional profile is named", async ({
  browser,
}) => {
  const [{ page, id }, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  // a member can't become fictional, and a fictional one can't log in, so the journey changes the page's answers
  await page.route("**/api/{card,chats}.php*", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"fictional":false', '"fictional":true');
    await route.fulfill({ response, body });
  });
  await open(page, "/pages/faq");
  // the page's own text
  await expect(page.getByRole("main").locator(".fictional-sign").first()).toBeVisible();
  // a notice disappears after some seconds, so wait for it before the event that causes it
  const expectLabelled = async (title: string) => {
    const label = page.locator(".toast", { hasText: title }).locator(".fictional-label");
    await expect(label.locator(".fictional-sign")).toBeVisible();
    await expect(label).toHaveText(say("sites:fictional_warning"));
  };
  await Promise.all([
    expectLabelled(say("chat:toast.message", { name: he.name })),
    send(he.context, "POST", "/api/message.php", { member: id, text: "Good evening" }),
  ]);
  await expectAccessible(page);
  // the like of a fictional profile waits in Likes: no notice tells of it (D11.7)
  const fetched = page.waitForResponse(/\/api\/card\.php/);
  await send(he.context, "POST", "/api/like.php", { id });
  await fetched;
  await expect(page.locator(".toast", { hasText: say("likes:toast.like", { name: he.name }) })).toHaveCount(0);
});

test("D11.1 an automatic member says so on card, page and chat, answers after some seconds, and marks the answer", async ({
  page,
  context,
}) => {
  await newMember(context, "Curious");
  const fits = "automatic and not fictional and gender = 'male' and seeks_women";
  const premium = "exists (select from accounts where id = member_id and paid_since is not null)";
  const [he] = await ask(
    `select member_id from profiles where site_id = 1 and listed and ${fits} and ${premium} limit 1`,
    [],
  );
  const { member } = await (await context.request.get(`/api/card.php?id=${he?.member_id}`)).json();
  const note = page.getByText(say("members:note.automatic", { name: member.name }));
  await open(page, `/members/${member.id}`);
  const label = page.locator(".automatic-label");
  await expect(label).toHaveText(say("shell:automatic_label"));
  await expect(note).toBeVisible();
  const [above, below] = [await label.boundingBox(), await page.locator(".strip-marks").first().boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0), "nothing covers the label").toBeLessThanOrEqual(below?.y ?? 0);
  // in a country without other journeys' members, who would come first
  await open(page, "/members?country=IE&sort=active");
  await expect(page.locator(".member-card .automatic-label").first()).toBeVisible();
  await open(page, `/members/${member.id}/chat`);
  await expect(note).toBeVisible();
  await expect(page.getByText(say("chat:first.text", { name: member.name }))).toHaveCount(0);
  await expect(page.getByText(say("chat:composer.program"), { exact: true })).toBeVisible();
  const composer = page.getByRole("textbox");
  await composer.fill("What did you do last weekend?");
  await page.getByRole("button", { name: say("chat:composer.send"), exact: true }).click();
  await expect(page.getByText(say("chat:mark.automatic"), { exact: true }).first()).toBeVisible({ timeout: 30_000 });
});

test("R7.03 a message whose answer is lost is sent and charged once", { tag: "@core" }, async ({ browser }) => {
  const [{ page, context, id }, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  await send(he.context, "POST", "/api/message.php", { member: id, text: "Good evening" });
  await open(page, "/chats");
  await page.getByRole("main").locator("a[href*='/chats/']").first().click();
  const before = await userOf(context);
  const keys: (string | null)[] = [];
  await page.route("**/api/message.php", async (route) => {
    keys.push(await route.request().headerValue("idempotency-key"));
    const response = await route.fetch();
    // the server gets it; the browser gets no answer the first time
    if (keys.length === 1) await route.abort("connectionreset");
    else await route.fulfill({ response });
  });
  await page.getByRole("textbox").fill("This goes out once");
  await page.getByRole("button", { name: pattern(say, "chat:composer.send_price_one") }).click();
  await expect.poll(() => keys.length, { timeout: 20_000 }).toBeGreaterThan(1);
  await expect(page.getByText(say("chat:state.sent")).last()).toBeAttached();
  expect(new Set(keys).size).toBe(1);
  await page.unroute("**/api/message.php");
  await reload(page);
  await expect(page.getByRole("main").getByText("This goes out once", { exact: true })).toHaveCount(1);
  const after = await userOf(context);
  expect(after.credits).toBe(before.credits - 1);
});
