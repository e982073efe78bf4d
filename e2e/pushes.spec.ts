import { createECDH, randomBytes } from "node:crypto";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { languages } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import { expectGoodScreen } from "./accessibility.ts";
import { logInAs, newMember, signUpIn } from "./member.ts";
import { open, reload } from "./open.ts";
import { addPhotos } from "./photo.ts";
import { picture } from "./picture.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";
import { unsubscribeTokenOf } from "./unsubscribe-token.ts";

// these journeys need a push manager, which a headless shell lacks: they run in a whole browser
test.use({ serviceWorkers: "allow" });

const say = sayIn("en");
const text = (key: string, params = {}) => say(`notifications:${key}`, params);
const section = (page: Page) => page.locator("#told");
const alertOf = (page: Page) => page.getByRole("region", { name: say("shell:warnings.area") });

/** Signs up a member with a photo and a confirmed address, so that no alert asks for these; returns the name. */
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

test("R4.12 R7.05 pushes are offered if available; one tap subscribes the device, a logout unsubscribes it", {
  tag: "@core",
}, async ({ page, context }) => {
  await standInForPushService(context);
  const name = await withPhoto(context, "Pushed");
  await open(page, "/members");
  const offer = alertOf(page).getByRole("button", { name: text("alert.push_on") });
  await expect(offer).toBeVisible();
  await expectGoodScreen(page, "push-offer");
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
  await open(page, "/notifications/told");
  const device = section(page).getByRole("switch", { name: text("push.device") });
  await expect(device).toBeChecked();
  await page.getByRole("button", { name: say("navigation:account.menu", { name }) }).click();
  await page
    .locator("#account-menu")
    .getByRole("button", { name: say("navigation:account.log_out") })
    .click();
  await expect(page.getByRole("link", { name: say("shell:nav.log_in") }).first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("stand-in-subscription"))).toBeNull();
});

test("R4.10 R4.11 R4.12 R4.13 D13.6 a phone shows the first alert in one line, and the others, one line each, behind a button", {
  tag: "@one-width",
}, async ({ page, context }) => {
  test.slow();
  await standInForPushService(context);
  const alerts = page.locator(".warnings > :not(dialog, .warnings-more)").filter({ visible: true });
  const more = page.locator(".warnings-more");
  const visit = async (name: string, path: string, count: number) => {
    for (const language of languages) {
      await open(page, pathIn(language, path));
      await expect(alerts, language).toHaveCount(1);
      await expect(more, language).toContainText(String(count));
      await more.click();
      await expect(alerts, language).toHaveCount(count + 1);
      for (const alert of await alerts.all()) {
        const { height = 0 } = (await alert.boundingBox()) ?? {};
        expect(height, `${language}: ${await alert.textContent()}`).toBeLessThanOrEqual(46);
      }
      await picture(page, `${name}-${language}`);
      await more.click();
      await expect(alerts, language).toHaveCount(1);
    }
  };
  await signUpIn(context, "Alerted");
  await visit("not-confirmed", "/likes", 2);
  for (const path of ["/credits", "/premium", "/transactions"]) {
    await open(page, path);
    await expect(alerts, path).toHaveCount(0);
    await expect(more, path).toBeHidden();
  }
  await context.clearCookies();
  const token = unsubscribeTokenOf(await newMember(context, "Silenced"));
  await context.request.post(`/api/list-unsubscribe.php?token=${token}`, {
    form: { "List-Unsubscribe": "One-Click" },
  });
  await visit("mails-off", "/likes", 2);
  // an alert that is closed gives its place to the next, and counts no more
  await open(page, "/likes");
  await page.getByRole("button", { name: text("alert.disabled_close") }).click();
  await expect(alerts).toHaveCount(1);
  await expect(more).toHaveAccessibleName(say("shell:warnings.more_one", { count: 1 }));
  await page.getByRole("button", { name: say("photos:alert.close") }).click();
  await expect(page.getByRole("button", { name: text("alert.push_on") })).toBeVisible();
  await expect(more).toBeHidden();
  await reload(page);
  await expect(alerts).toHaveCount(1);
  await expect(more).toBeHidden();
});

test("R4.09 R4.12 the offer is dismissed for one member only, and is not made on its own screens", async ({
  page,
  context,
}) => {
  await standInForPushService(context);
  await logInAs(context, "robin");
  await open(page, "/notifications/told");
  await expect(section(page).getByRole("switch", { name: text("push.device") })).toBeEnabled();
  await expect(page.getByRole("button", { name: text("alert.push_on") })).toBeHidden();
  await open(page, "/likes");
  await alertOf(page)
    .getByRole("button", { name: text("alert.push_close") })
    .click();
  await expect(page.getByRole("button", { name: text("alert.push_on") })).toBeHidden();
  const hiddenAt = await page.evaluate(() => Number(localStorage.getItem("hide-push-notification-alert")));
  expect(Math.abs(hiddenAt - Date.now() / 1000)).toBeLessThan(120);
  await reload(page);
  await expect(page.getByRole("button", { name: text("alert.push_on") })).toBeHidden();
  await logInAs(context, "alex");
  await open(page, "/likes");
  await expect(alertOf(page).getByRole("button", { name: text("alert.push_on") })).toBeVisible();
});

test("D9.4 another member who logs in on a device does not get its pushes", async ({ page, context }) => {
  await standInForPushService(context);
  await signUpIn(context, "First");
  await open(page, "/notifications/told");
  const device = section(page).getByRole("switch", { name: text("push.device") });
  await device.click();
  await expect(device).toBeChecked();
  await context.clearCookies();
  await signUpIn(context, "Second");
  await open(page, "/notifications/told");
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
  await open(page, "/notifications/told");
  await expect(section(page).getByText(text("push.denied"), { exact: true })).toBeVisible();
  await expect(section(page).getByRole("switch", { name: text("push.device") })).toHaveCount(0);
  await open(page, "/members");
  await expect(page.getByRole("button", { name: text("alert.push_on") })).toBeHidden();
});

test("R2.19 the signup asks about pushes before it asks for the address's confirmation", async ({ page, context }) => {
  await standInForPushService(context);
  await signUpIn(context, "Asked");
  await open(page, "/complete-signup?step=push");
  await page.getByRole("button", { name: text("opt_in.later") }).click();
  await expect(page).toHaveURL(/step=confirm_email/);
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
  await worker.evaluate(async (data) => {
    let work: Promise<unknown> | undefined;
    const waitUntil = (promise: Promise<unknown>) => {
      work = promise;
    };
    self.dispatchEvent(Object.assign(new Event("push"), { data: { json: () => data }, waitUntil }));
    await work;
  }, push);
  await refreshed;
  const notices = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, tag, body }) => ({ title, tag, body }));
    });
  await expect.poll(notices).toEqual([{ title: "Anna sent you a message", tag: "message-x", body: "" }]);
  await page.evaluate(() => Object.assign(window, { untouched: true }));
  await worker.evaluate((url) => {
    const notification = { close: () => {}, data: { url } };
    self.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil: () => {} }));
  }, push.url);
  await expect(page).toHaveURL(/\/likes$/);
  expect(await page.evaluate(() => "untouched" in window)).toBe(true);
});
