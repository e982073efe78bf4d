import { createECDH, randomBytes } from "node:crypto";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { unsubscribeTokenOf } from "./mails.ts";
import { logInAs, newMember, signUpIn } from "./member.ts";
import { open, reload } from "./open.ts";
import { addPhotos } from "./photo.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");
const text = (key: string, params = {}) => say(`notifications:${key}`, params);
const section = (page: Page) => page.locator("#told");
const toggle = (page: Page, kind: string, channel: string) =>
  section(page).getByRole("switch", {
    name: `${text(`settings.${kind}`, { site: "Rendezvous" })} ${text(`settings.${channel}`)}`,
  });
const alertOf = (page: Page) => page.getByRole("region", { name: say("shell:warnings.area") });
const saved = (page: Page) => page.waitForResponse((answer) => answer.url().includes("/api/notifications.php"));

/** Signs up a member with a photo and a confirmed address, so that no alert asks for these; answers the name. */
async function withPhoto(context: BrowserContext, name: string): Promise<string> {
  const member = await newMember(context, name);
  await addPhotos(context, ["#b35"]);
  return member.name;
}

/**
 * Lets pages subscribe without a push service, which this browser can't reach: the browser's two subscription methods
 * are replaced, and answer a stored subscription with real keys. Everything else is real.
 */
async function standInForPushService(context: BrowserContext): Promise<void> {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const values = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(8).toString("hex")}`,
    keys: { p256dh: keys.getPublicKey("base64url"), auth: randomBytes(16).toString("base64url") },
  };
  await context.grantPermissions(["notifications"]);
  await context.addInitScript((given: typeof values) => {
    const storageKey = "stand-in-subscription";
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)).buffer;
    const subscription = () => {
      const key = localStorage.getItem(storageKey);
      if (key === null) return null;
      const unsubscribe = async () => {
        localStorage.removeItem(storageKey);
        return true;
      };
      return { ...given, options: { applicationServerKey: bytes(key) }, toJSON: () => given, unsubscribe };
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription(),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        localStorage.setItem(storageKey, applicationServerKey);
        return subscription();
      },
    });
  }, values);
}

test("R2.26 the settings have a labelled switch for each kind and channel, saved at once, by keyboard too", async ({
  page,
  context,
}) => {
  await signUpIn(context, "Switches");
  await open(page, "/notifications");
  await expect(section(page).getByRole("table", { name: text("settings.table") })).toBeVisible();
  await expect(toggle(page, "message", "email")).toBeChecked();
  const offers = toggle(page, "offers", "email");
  await expect(offers).not.toBeChecked();
  await offers.focus();
  await Promise.all([saved(page), page.keyboard.press("Space")]);
  await expect(section(page).getByText(text("settings.saved"))).toBeVisible();
  await reload(page);
  await expect(offers).toBeChecked();
  await Promise.all([saved(page), offers.click()]);
  await expect(offers).not.toBeChecked();
});

test("R2.26 a switch that could not be saved turns back, and says so", async ({ page, context }) => {
  await logInAs(context, "robin");
  await open(page, "/notifications");
  await page.route("**/api/notifications.php", (route) =>
    route.fulfill({ status: 422, json: { error: { code: "invalid_input", message: "This did not work." } } }),
  );
  await toggle(page, "news", "email").click();
  await expect(section(page).getByRole("alert").getByText("This did not work.")).toBeVisible();
  await expect(toggle(page, "news", "email")).not.toBeChecked();
});

test("R2.26 R4.05 if a device takes no pushes, the column of pushes does not look switched on, and says why", async ({
  page,
  context,
}) => {
  await context.addInitScript(() => Object.defineProperty(window, "PushManager", { value: undefined }));
  await logInAs(context, "robin");
  await open(page, "/notifications");
  const row = section(page)
    .getByRole("row")
    .filter({ hasText: text("settings.message") });
  await expect(row.getByText(text("settings.not_here"))).toBeVisible();
  await expect(row.getByRole("switch")).toHaveCount(1);
  await expect(toggle(page, "message", "email")).toBeChecked();
  await expect(section(page).getByText(text("settings.not_here_text"))).toBeVisible();
  await expect(section(page).getByText(text("push.incapable"))).toBeVisible();
});

test("R4.12 R7.05 pushes are offered if available; one tap subscribes the device, a logout unsubscribes it", async ({
  page,
  context,
}) => {
  await standInForPushService(context);
  const name = await withPhoto(context, "Pushed");
  await open(page, "/members");
  const offer = alertOf(page).getByText(text("alert.push_title"));
  await expect(offer).toBeVisible();
  const sent = page.waitForRequest((request) => request.url().includes("/api/user.php?push=1"));
  await alertOf(page)
    .getByRole("button", { name: text("alert.push_on") })
    .click();
  expect((await sent).postDataJSON().subscription.endpoint).toContain("https://fcm.googleapis.com/");
  await expect(offer).toBeHidden();
  const worker = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return { script: registration.active?.scriptURL, scope: registration.scope };
  });
  const { origin } = new URL(page.url());
  expect(worker).toEqual({ script: `${origin}/sw-push.js`, scope: `${origin}/` });
  await open(page, "/notifications");
  const device = section(page).getByRole("switch", { name: text("push.device") });
  await expect(device).toBeChecked();
  await page.getByRole("button", { name: say("shell:account.menu", { name }) }).click();
  await page
    .locator("#account-menu")
    .getByRole("button", { name: say("shell:account.log_out") })
    .click();
  await expect(page.getByRole("link", { name: say("shell:nav.log_in") }).first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("stand-in-subscription"))).toBeNull();
});

test("R4.09 R4.12 the offer is dismissed for one member only, and is not made on its own screens", async ({
  page,
  context,
}) => {
  await standInForPushService(context);
  await logInAs(context, "robin");
  await open(page, "/notifications");
  await expect(section(page).getByRole("switch", { name: text("push.device") })).toBeEnabled();
  await expect(page.getByText(text("alert.push_title"))).toBeHidden();
  await open(page, "/likes");
  await alertOf(page)
    .getByRole("button", { name: text("alert.push_close") })
    .click();
  await expect(page.getByText(text("alert.push_title"))).toBeHidden();
  const hiddenAt = await page.evaluate(() => Number(localStorage.getItem("hide-push-notification-alert")));
  expect(Math.abs(hiddenAt - Date.now() / 1000)).toBeLessThan(120);
  await reload(page);
  await expect(page.getByText(text("alert.push_title"))).toBeHidden();
  await logInAs(context, "alex");
  await open(page, "/likes");
  await expect(alertOf(page).getByText(text("alert.push_title"))).toBeVisible();
});

test("D9.4 another member who logs in on a device does not take its pushes over", async ({ page, context }) => {
  await standInForPushService(context);
  await signUpIn(context, "First");
  await open(page, "/notifications");
  const device = section(page).getByRole("switch", { name: text("push.device") });
  await device.click();
  await expect(device).toBeChecked();
  await signUpIn(context, "Second");
  await open(page, "/notifications");
  await expect(device).toBeEnabled();
  await expect(device).not.toBeChecked();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("stand-in-subscription"))).toBeNull();
});

test("R4.05 if the browser blocks pushes, the settings say how to allow them, and nothing is offered", async ({
  page,
  context,
}) => {
  await context.addInitScript(() => Object.defineProperty(Notification, "permission", { get: () => "denied" }));
  await logInAs(context, "robin");
  await open(page, "/notifications");
  await expect(section(page).getByText(text("push.denied"), { exact: true })).toBeVisible();
  await expect(section(page).getByRole("switch", { name: text("push.device") })).toHaveCount(0);
  await open(page, "/members");
  await expect(page.getByText(text("alert.push_title"))).toBeHidden();
});

test("R4.05 on an iPhone the settings say to put the site on the home screen first", async ({ browser }) => {
  const userAgent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari";
  const context = await browser.newContext({ userAgent });
  await context.addInitScript(() => Reflect.deleteProperty(window, "PushManager"));
  await logInAs(context, "robin");
  const page = await context.newPage();
  await open(page, "/notifications");
  await expect(section(page).getByText(text("push.install"), { exact: true })).toBeVisible();
  await context.close();
});

test("R4.05 if the browser fails to subscribe, an error shows, and the switch stays off", async ({ page, context }) => {
  // without the stand-in: this browser reaches no push service
  await context.grantPermissions(["notifications"]);
  await logInAs(context, "robin");
  await open(page, "/members");
  await alertOf(page)
    .getByRole("button", { name: text("alert.push_on") })
    .click();
  await expect(alertOf(page).getByRole("alert").getByText(text("push.failed"))).toBeVisible();
  await expect(alertOf(page).getByRole("button", { name: text("alert.push_on") })).toBeEnabled();
});

test("R7.05 R4.22 a push is shown, refreshes open pages, and opens its page without a reload", async ({
  page,
  context,
}) => {
  await standInForPushService(context);
  await withPhoto(context, "Pushed");
  await open(page, "/members");
  await alertOf(page)
    .getByRole("button", { name: text("alert.push_on") })
    .click();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => context.serviceWorkers().length).toBe(1);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("no service worker");
  const refreshed = page.waitForRequest((request) => request.url().endsWith("/api/likes.php"));
  const push = { title: "Anna sent you a message", tag: "message-x", lang: "en", url: "/likes" };
  await worker.evaluate((data) => {
    const event = Object.assign(new Event("push"), { data: { json: () => data }, waitUntil: () => {} });
    self.dispatchEvent(event);
  }, push);
  await refreshed;
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, tag, body }) => ({ title, tag, body }));
    });
  await expect.poll(shown).toEqual([{ title: "Anna sent you a message", tag: "message-x", body: "" }]);
  await page.evaluate(() => Object.assign(window, { untouched: true }));
  await worker.evaluate((url) => {
    const notification = { close: () => {}, data: { url } };
    self.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil: () => {} }));
  }, push.url);
  await expect(page).toHaveURL(/\/likes$/);
  expect(await page.evaluate(() => "untouched" in window)).toBe(true);
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
  await plain.close();
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
  await open(page, "/members");
  const notice = alertOf(page).getByText(text("alert.disabled_title"));
  await expect(notice).toBeVisible();
  await alertOf(page)
    .getByRole("button", { name: text("alert.disabled_close") })
    .click();
  await expect(notice).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem("hide-disabled-notifications-alert"))).toMatch(/^\d{10}$/);
  await page.evaluate(() => localStorage.removeItem("hide-disabled-notifications-alert"));
  await reload(page);
  await alertOf(page)
    .getByRole("link", { name: text("alert.disabled_see") })
    .click();
  await expect(page).toHaveURL(/\/notifications#told$/);
  await expect(page.getByText(text("alert.disabled_title"))).toBeHidden();
  await section(page)
    .getByRole("button", { name: text("disabled.list_unsubscribe_lift") })
    .click();
  await expect(section(page).getByText(text("disabled.lifted"))).toBeFocused();
  await open(page, "/members");
  await expect(page.getByText(text("alert.disabled_title"))).toBeHidden();
});
