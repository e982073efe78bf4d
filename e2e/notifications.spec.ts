import { expect, type Page } from "@playwright/test";
import { logInAs, newMember, signUpIn } from "./member.ts";
import { holdScripts, open, reload } from "./open.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";
import { unsubscribeTokenOf } from "./unsubscribe-token.ts";

const say = sayIn("en");
const text = (key: string, params = {}) => say(`notifications:${key}`, params);
const section = (page: Page) => page.locator("#told");
const toggle = (page: Page, kind: string, channel: string) =>
  section(page).getByRole("switch", {
    name: `${text(`settings.${kind}`, { site: "Rendezvous" })} ${text(`settings.${channel}`)}`,
  });
const alertOf = (page: Page) => page.getByRole("region", { name: say("shell:warnings.area") });
const saved = (page: Page) => page.waitForResponse((answer) => answer.url().includes("/api/notifications.php"));

test("R2.26 the settings have a labelled switch for each kind and channel, saved at once, by keyboard too", async ({
  page,
  context,
}) => {
  await signUpIn(context, "Switches");
  await open(page, "/notifications/told");
  await expect(section(page).getByRole("table", { name: text("settings.table") })).toBeVisible();
  await expect(toggle(page, "message", "email")).toBeChecked();
  const visitors = toggle(page, "visitor", "email");
  await expect(visitors).not.toBeChecked();
  await visitors.focus();
  await Promise.all([saved(page), page.keyboard.press("Space")]);
  await expect(section(page).getByText(text("settings.saved"))).toBeVisible();
  await reload(page);
  await expect(visitors).toBeChecked();
  await Promise.all([saved(page), visitors.click()]);
  await expect(visitors).not.toBeChecked();
});

test("R2.26 D1.5 the settings are rows, each leads to a screen of its own and Back to the rows; a former link still works", async ({
  page,
  context,
}, testInfo) => {
  await signUpIn(context, "Rows");
  await open(page, "/notifications");
  const title = say("account:settings.title");
  await page
    .getByRole("navigation", { name: title })
    .getByRole("link", { name: text("settings.title") })
    .click();
  await expect(page).toHaveURL(/\/notifications\/told$/);
  await expect(page.getByRole("heading", { level: 1, name: text("settings.title") })).toBeVisible();
  const rows = page.getByRole("navigation", { name: title });
  if (testInfo.project.name === "phone") {
    await expect(rows).toBeHidden();
    await page.getByRole("main").getByRole("link", { name: title, exact: true }).click();
    await expect(page).toHaveURL(/\/notifications$/);
  } else {
    await rows.getByRole("link", { name: say("account:privacy.title"), exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: say("account:privacy.title") })).toBeVisible();
    await page.goBack();
  }
  await page.goBack();
  await open(page, "/notifications#devices");
  await expect(page.getByRole("heading", { level: 1, name: say("auth:devices.title") })).toBeVisible();
  await expect(page).toHaveURL(/\/notifications\/devices$/);
});

test("R2.26 a switch that could not be saved turns back, and says so", async ({ page, context }) => {
  await logInAs(context, "robin");
  await open(page, "/notifications/told");
  await page.route("**/api/notifications.php", (route) =>
    route.fulfill({ status: 422, json: { error: { code: "invalid_input", message: "This did not work." } } }),
  );
  await toggle(page, "digest", "email").click();
  await expect(section(page).getByRole("alert").getByText("This did not work.")).toBeVisible();
  await expect(toggle(page, "digest", "email")).not.toBeChecked();
});

test("R2.26 R4.05 if a device takes no pushes, there is no column of pushes, and one sentence says why", async ({
  page,
  context,
}) => {
  await context.addInitScript(() => Object.defineProperty(window, "PushManager", { value: undefined }));
  await logInAs(context, "robin");
  await open(page, "/notifications/told");
  const row = section(page)
    .getByRole("row")
    .filter({ hasText: text("settings.message") });
  await expect(row.getByRole("switch")).toHaveCount(1);
  await expect(toggle(page, "message", "email")).toBeChecked();
  await expect(section(page).getByRole("columnheader")).toHaveText([text("settings.email")]);
  await expect(section(page).getByText(text("settings.not_here_text"))).toBeVisible();
});

test("R4.05 on an iPhone the settings say to put the site on the home screen first", async ({ browser }) => {
  const userAgent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari";
  const context = await browser.newContext({ userAgent });
  await context.addInitScript(() => Reflect.deleteProperty(window, "PushManager"));
  await logInAs(context, "robin");
  const page = await context.newPage();
  await open(page, "/notifications/told");
  await expect(section(page).getByText(text("push.install"), { exact: true })).toBeVisible();
});

test("D9.2 a mail's link says what it switches off, does so with one button, and undoes it, without a login", async ({
  page,
  context,
}) => {
  const token = unsubscribeTokenOf(await signUpIn(context, "Mailed"));
  await context.clearCookies({ name: "auth" });
  await open(page, `/unsubscribe/${token}`);
  await expect(page.getByRole("heading", { name: text("unsubscribe.kind_like") })).toBeVisible();
  await page.getByRole("button", { name: text("unsubscribe.kind_off") }).click();
  const off = page.getByRole("heading", { name: text("unsubscribe.off_like") });
  await expect(off).toBeFocused();
  await reload(page);
  await expect(off).toBeVisible();
  await page.getByRole("button", { name: text("unsubscribe.kind_on") }).click();
  await expect(page.getByRole("heading", { name: text("unsubscribe.kind_like") })).toBeVisible();
  await open(page, `/unsubscribe/${token.slice(0, -2)}xx`);
  await expect(page.getByRole("heading", { name: text("unsubscribe.invalid") })).toBeVisible();
});

test("D9.2 the link in a mail works without scripts", async ({ browser, context }) => {
  const token = unsubscribeTokenOf(await signUpIn(context, "Mailed"));
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const page = await plain.newPage();
  await open(page, `/unsubscribe/${token}`);
  await page.getByRole("button", { name: text("unsubscribe.kind_off") }).click();
  await page.getByRole("button", { name: text("unsubscribe.kind_on") }).click();
  await expect(page.getByRole("heading", { name: text("unsubscribe.kind_like") })).toBeVisible();
});

test("R4.13 a member whose mails are stopped sees a notice, can hide it, and restarts them in the settings", async ({
  page,
  context,
}) => {
  const token = unsubscribeTokenOf(await newMember(context, "Silent"));
  const oneClick = await context.request.post(`/api/list-unsubscribe.php?token=${token}`, {
    form: { "List-Unsubscribe": "One-Click" },
  });
  expect(oneClick.status()).toBe(200);
  // pressed before the page's scripts have run
  const release = await holdScripts(page);
  await page.goto("/members", { waitUntil: "commit" });
  const notice = alertOf(page).getByRole("link", { name: text("alert.disabled_see") });
  await expect(notice).toBeVisible();
  await alertOf(page)
    .getByRole("button", { name: text("alert.disabled_close") })
    .click();
  await expect(notice).toBeHidden();
  await release();
  await expect(notice).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("hide-disabled-notifications-alert"))).toMatch(/^\d{10}$/);
  await page.evaluate(() => localStorage.removeItem("hide-disabled-notifications-alert"));
  await reload(page);
  await alertOf(page)
    .getByRole("link", { name: text("alert.disabled_see") })
    .click();
  await expect(page).toHaveURL(/\/notifications\/told$/);
  await expect(page.getByRole("link", { name: text("alert.disabled_see") })).toBeHidden();
  await section(page)
    .getByRole("button", { name: text("disabled.list_unsubscribe_lift") })
    .click();
  await expect(section(page).getByText(text("disabled.lifted"))).toBeFocused();
  await open(page, "/members");
  await expect(page.getByRole("link", { name: text("alert.disabled_see") })).toBeHidden();
});

test("R4.13 the button that restarts mails thanks too if it is pressed before the page's scripts have run", {
  tag: "@one-width",
}, async ({ page, context }) => {
  const token = unsubscribeTokenOf(await newMember(context, "Silent"));
  await context.request.post(`/api/list-unsubscribe.php?token=${token}`, {
    form: { "List-Unsubscribe": "One-Click" },
  });
  const release = await holdScripts(page);
  await page.goto("/notifications/told", { waitUntil: "commit" });
  const lift = section(page).getByRole("button", { name: text("disabled.list_unsubscribe_lift") });
  await lift.click();
  await expect(lift).toHaveCount(0);
  await expect(section(page).getByText(text("disabled.lifted"))).toBeVisible();
  await release();
  await expect(section(page).getByText(text("disabled.lifted"))).toBeFocused();
});
