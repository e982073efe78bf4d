import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { expectAccessible } from "./accessibility.ts";
import { linkTo } from "./mails.ts";
import { arrive, logInAs, newMember, password } from "./member.ts";
import { open, reload } from "./open.ts";
import { Person } from "./person.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    const label = await focused.evaluate((element) =>
      [
        element.textContent,
        ...("labels" in element ? [...(element.labels as NodeListOf<Element>)].map((each) => each.textContent) : []),
      ].join(" "),
    );
    if (typeof name === "string" ? label.includes(name) : name.test(label)) return;
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

test("R2.25 R4.03 D3.9 deleting the account, what others see of it, and restoring it by the mail's link", async ({
  browser,
}) => {
  const she = await arrive(browser, "Leaving");
  const { page } = she;
  const other = await browser.newContext();
  await logInAs(other, "alex");
  const others = await other.newPage();
  await open(others, `/members/${she.id}`);
  await expect(others.getByRole("heading", { level: 1 })).toContainText(she.name);

  await test.step("the page says first what will happen, and a wrong password gets an error at its field", async () => {
    await open(page, "/notifications");
    await page.getByRole("link", { name: say("privacy:leave.title"), exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("privacy:leave.title"));
    await expect(page.getByText(she.email)).toBeVisible();
    await expect(page.getByText(say("privacy:delete.credits_title", { count: 5 }))).toBeVisible();
    await page.getByLabel(say("privacy:delete.password"), { exact: true }).fill("not mine");
    await page.getByRole("button", { name: say("privacy:leave.title"), exact: true }).click();
    await expect(page.getByLabel(say("privacy:delete.password"), { exact: true })).toBeFocused();
    await expect(page.getByText("This isn’t your password.")).toBeVisible();
  });

  await test.step("by keyboard only she chooses a reason, adds a comment, and deletes the account", async () => {
    await reload(page);
    await tabTo(page, say("privacy:delete.reason"));
    await page.keyboard.press("ArrowDown");
    await tabTo(page, say("privacy:delete.comment"));
    await page.keyboard.type("A long journey");
    await tabTo(page, say("privacy:delete.password"));
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/account-deleted$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("privacy:deleted.title"));
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page.getByRole("link", { name: say("shell:nav.log_in") }).first()).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain("chat-");
  });

  await test.step("she is hidden from others at once", async () => {
    const answer = await others.goto(`/members/${she.id}`);
    expect(answer?.status()).toBe(404);
    await expect(others.getByRole("main")).not.toContainText(she.name);
  });

  await test.step("a login says until when she can come back, and sends another mail", async () => {
    await open(page, "/login");
    await page.getByLabel(say("auth:login.name"), { exact: true }).fill(she.email);
    await page.getByLabel(say("auth:login.password"), { exact: true }).fill(password);
    const asked = page.waitForRequest(
      (request) => request.url().endsWith("/api/user.php") && request.method() === "POST",
    );
    await page.getByRole("button", { name: say("auth:login.send"), exact: true }).click();
    // the time is the reader's, whose zone goes along with this request only
    expect((await (await asked).allHeaders()).cookie).toContain("tz=");
    await expect(page.locator("form").getByRole("alert").first()).toContainText(pattern(say, "errors:account_deleted"));
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("tz");
    await page.getByRole("link", { name: say("privacy:hint.again") }).click();
    await expect(page.getByLabel(say("privacy:deleted.email"), { exact: true })).toHaveValue(she.email);
    await page.getByRole("button", { name: say("privacy:deleted.again"), exact: true }).click();
    await expect(page.getByText(say("privacy:deleted.sent", { email: she.email }))).toBeVisible();
  });

  await test.step("R5.04 a signup with the address of a deleted account is refused, with the way back", async () => {
    const birth = { day: "17", month: "5", year: "1994" };
    const input = { name: "New", gender: "female", seeks: "male", birth, country: "DE", town: "Berlin" } as const;
    const newcomer = await Person.arrive(browser, "en", input);
    await newcomer.open("/");
    await newcomer.openSignup();
    await newcomer.fillInForm();
    await newcomer.page.getByLabel(say("account:signup.email"), { exact: true }).fill(she.email);
    await newcomer.page.keyboard.press("Tab");
    await expect(newcomer.page.getByText(say("errors:field.email_pending_deletion"))).toBeVisible();
    await newcomer.page.getByRole("link", { name: say("privacy:hint.again") }).click();
    await expect(newcomer.page.getByLabel(say("privacy:deleted.email"), { exact: true })).toHaveValue(she.email);
    await newcomer.leave();
  });

  await test.step("one press behind the mail's link restores everything, and logs her in", async () => {
    await open(page, await linkTo(page.request, she.email, /deleted/));
    const balance = pattern(say, "account:activate.done_credits_other");
    await expect(page.getByText(balance)).toBeVisible();
    await page.getByRole("button", { name: say("auth:link.reactivation_send"), exact: true }).click();
    await expect(page.getByRole("heading", { name: say("auth:link.reactivation_done") })).toBeFocused();
    await expect(page.getByText(balance)).toBeVisible();
    await page.getByRole("link", { name: say("auth:link.reactivation_profile"), exact: true }).click();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByRole("main")).toContainText(she.name);
    await open(others, `/members/${she.id}`);
    await expect(others.getByRole("heading", { level: 1 })).toContainText(she.name);
    await open(page, "/account-deleted");
    await expect(page).toHaveURL(/\/members/);
  });
});

test("D3.9 a member requests their data, and downloads it when it is ready", async ({ browser }) => {
  const she = await arrive(browser, "Leaving");
  const { page } = she;
  await open(page, "/notifications/my-data");
  await page.getByRole("button", { name: say("privacy:data.ask"), exact: true }).click();
  const link = page.getByRole("link", { name: say("privacy:data.download"), exact: true });
  await expect(link).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(readFileSync(await download.path()));
  const data = JSON.parse(strFromU8(files["data.json"] ?? new Uint8Array()));
  expect(data.account).toMatchObject({ name: she.name, email: she.email });
  await reload(page);
  await expect(link).toBeVisible();
});

test("R2.25 R2.26 without scripts the settings work, and the account can be deleted", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const she = await newMember(context, "Plain");
  const page = await context.newPage();
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await open(page, "/notifications/address");
  await page.getByLabel(say("auth:address.email"), { exact: true }).fill("nonsense@");
  await page.getByLabel(say("auth:address.password"), { exact: true }).fill(password);
  await press(say("auth:address.send"));
  await expect(page.getByText("New email adress is invalid.")).toBeVisible();
  await expect(page.getByLabel(say("auth:address.email"), { exact: true })).toHaveValue("nonsense@");
  await page
    .getByRole("link", { name: say("account:settings.title"), exact: true })
    .first()
    .click();
  await page.getByRole("link", { name: say("auth:login.password"), exact: true }).click();
  await page.getByLabel(say("auth:password.old"), { exact: true }).fill(password);
  await page.getByLabel(say("auth:reset_do.password"), { exact: true }).fill("four quiet words now");
  await press(say("auth:reset_do.send"));
  await expect(page.getByText(say("auth:password.changed"))).toBeVisible();
  await open(page, "/notifications/privacy");
  const invisible = page.getByRole("switch", { name: say("account:privacy.invisible"), exact: true });
  await invisible.check();
  await page
    .locator("#privacy")
    .getByRole("button", { name: say("shell:save"), exact: true })
    .click();
  await expect(page.getByText(say("notifications:settings.saved"))).toBeVisible();
  await expect(invisible).toBeChecked();
  await open(page, "/notifications/told");
  const likes = page.locator("#told").getByRole("switch").nth(2);
  await likes.uncheck();
  await page
    .locator("#told")
    .getByRole("button", { name: say("shell:save"), exact: true })
    .click();
  await expect(likes).not.toBeChecked();
  await open(page, "/notifications/my-data");
  await press(say("privacy:data.ask"));
  await expect(page.getByText(say("privacy:data.preparing"))).toBeVisible();
  await expect(page.getByText(say("notifications:settings.saved"))).toHaveCount(0);
  await open(page, "/delete-account");
  await page.getByLabel(say("privacy:delete.password"), { exact: true }).fill("four quiet words now");
  await press(say("privacy:leave.title"));
  await expect(page).toHaveURL(/\/account-deleted$/);
  await page.getByLabel(say("privacy:deleted.email"), { exact: true }).fill(she.email);
  await press(say("privacy:deleted.again"));
  await expect(page.getByText(say("privacy:deleted.sent", { email: she.email }))).toBeVisible();
});
